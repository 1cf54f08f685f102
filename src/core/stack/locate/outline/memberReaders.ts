import { readJavascriptMember } from './javascriptMembers';
import { readKeywordMember } from './keywordMembers';
import type { Family } from './language';
import type { Reader } from './named';
import { withoutRecords } from './recordTypes';
import { readTypedMember } from './typedMembers';

const readWithRecords: Reader = (statement, place) => readTypedMember(withoutRecords(statement), place);

export const memberReaders: Readonly<Record<Family, Reader>> = {
	kotlin: readKeywordMember,
	swift: readKeywordMember,
	go: readKeywordMember,
	rust: readKeywordMember,
	java: readTypedMember,
	csharp: readWithRecords,
	dart: readWithRecords,
	cpp: readTypedMember,
	objectiveC: readTypedMember,
	javascript: readJavascriptMember,
	python: () => undefined,
	other: () => undefined,
};
