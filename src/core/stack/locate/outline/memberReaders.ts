import { readJavascriptMember } from './javascriptMembers';
import { readKeywordMember } from './keywordMembers';
import type { Family } from './language';
import type { Reader } from './named';
import { readTypedMember } from './typedMembers';

export const memberReaders: Readonly<Record<Family, Reader>> = {
	kotlin: readKeywordMember,
	swift: readKeywordMember,
	go: readKeywordMember,
	rust: readKeywordMember,
	java: readTypedMember,
	csharp: readTypedMember,
	dart: readTypedMember,
	cpp: readTypedMember,
	objectiveC: readTypedMember,
	javascript: readJavascriptMember,
	other: () => undefined,
};
