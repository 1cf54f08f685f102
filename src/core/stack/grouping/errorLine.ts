import type { ErrorValue, GroupValue } from '../../../shared/groupValue';
import type { Group } from '../../../shared/results';
import type { CooperativeTask } from '../../common/cooperativeTask';
import { isErrorType, splitHeader } from '../grammar/exceptionHeader';
import { lastPart } from '../trace/frameLabel';
import { decisive } from './decisive';
import { groupedTrace } from './groupKey';
import { beginsReport, firstLine } from './normaliseMessage';

const errorLineWithin = 65_536;

/** Returns the root cause's type and message or, if its type is unknown, the first line that describes the error. */
export function* errorLine(text: string): CooperativeTask<string> {
	const { header } = decisive(yield* groupedTrace(text.slice(0, errorLineWithin)));
	if (header === undefined || header.type === '' || header.kind === 'thread') {
		return describingLine([text]);
	}
	const message = firstLine(header.message);
	return message === '' ? header.type : `${header.type}: ${message}`;
}

/** @param texts Values that describe the error, most informative value first */
export function describingLine(texts: readonly string[]): string {
	const lines = texts.map(firstLine).filter((line) => line !== '');
	return lines.find((line) => !beginsReport(line)) ?? lines[0] ?? '';
}

export function labelsOfGroup(value: GroupValue, detail: string): Pick<Group, 'value' | 'detail' | 'outerType'> {
	const outer = typeof value === 'object' && 'type' in value ? outerType(value, detail) : '';
	return { value, detail, ...(outer !== '' && { outerType: outer }) };
}

/** Returns the unqualified type of the exception that wraps the root cause, or an empty string. */
function outerType({ type }: ErrorValue, line: string): string {
	const { type: outer } = splitHeader(line);
	const isType = isErrorType(outer) || /^(?:[\w$]+\.)+[A-Z][\w$]*$/.test(outer);
	return type === '' || outer === type || !isType ? '' : lastPart(outer);
}
