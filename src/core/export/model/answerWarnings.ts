import { isCount, isListOf, isString, type JsonMembers } from '../../plan/decodePlan';
import type { Doubt } from './entry';

/** What is odd about a whole answer: no reason to refuse its records, but shown with them. */
export interface AnswerWarnings {
	/** Neither the transport nor the text told where the body ends: records behind its last one may have been lost. */
	readonly endNotTold?: true;
	/** Names of what it says beside its records by which they may not be all. */
	readonly saidPartial?: readonly string[];
	/** Fields asked for that none of its records has. */
	readonly fieldsMissing?: readonly string[];
	/** Fields not asked for that all of its records have, and fields that one of them has twice. */
	readonly fieldsUnasked?: readonly string[];
	/** Fields by whose values its first records are not what was asked for. */
	readonly unlikeAsked?: readonly string[];
	/** Records of a CSV with more or fewer cells than the header. */
	readonly raggedRows?: number;
	/** Records of a CSV that are the header once more. */
	readonly headersRepeated?: number;
}

interface Answer extends AnswerWarnings {
	readonly rows: number;
}

/** Those that tell of something. */
export function warningsIn({
	endNotTold,
	saidPartial = [],
	fieldsMissing = [],
	fieldsUnasked = [],
	unlikeAsked = [],
	raggedRows = 0,
	headersRepeated = 0,
}: AnswerWarnings): AnswerWarnings {
	return {
		...(endNotTold && { endNotTold }),
		...(saidPartial.length > 0 && { saidPartial }),
		...(fieldsMissing.length > 0 && { fieldsMissing }),
		...(fieldsUnasked.length > 0 && { fieldsUnasked }),
		...(unlikeAsked.length > 0 && { unlikeAsked }),
		...(raggedRows > 0 && { raggedRows }),
		...(headersRepeated > 0 && { headersRepeated }),
	};
}

/** Undefined when no version ever wrote such. Each is present only if it says something. */
export function decodeWarnings(value: JsonMembers): AnswerWarnings | undefined {
	return areWarnings(value) ? warningsIn(value) : undefined;
}

function areWarnings(value: JsonMembers): value is JsonMembers & AnswerWarnings {
	const isAbsentOr = (name: keyof AnswerWarnings, isWanted: (member: unknown) => boolean) =>
		value[name] === undefined || isWanted(value[name]);
	const isNames = (member: unknown) => isListOf(member, isString);
	return (
		isAbsentOr('endNotTold', (member) => member === true) &&
		(['saidPartial', 'fieldsMissing', 'fieldsUnasked', 'unlikeAsked'] as const).every((name) =>
			isAbsentOr(name, isNames),
		) &&
		(['raggedRows', 'headersRepeated'] as const).every((name) => isAbsentOr(name, isCount))
	);
}

/** Whether records may be missing from the answer whatever its size. */
export function mayLackRecords({ endNotTold, saidPartial }: AnswerWarnings): boolean {
	return endNotTold === true || saidPartial !== undefined;
}

/** Doubts about whether answers are all. */
export function doubtsAboutEnds(answers: readonly Answer[]): readonly Doubt[] {
	const untold = answers.filter(({ endNotTold }) => endNotTold);
	const partial = answers.filter(({ saidPartial }) => saidPartial);
	const names = partial.flatMap(({ saidPartial = [] }) => saidPartial);
	return [
		...(untold.length > 0 ? [{ kind: 'endNotTold', rows: rowsOf(untold) } as const] : []),
		...(partial.length > 0
			? [{ kind: 'saidPartial', rows: rowsOf(partial), names: [...new Set(names)] } as const]
			: []),
	];
}

/** Doubts about what the records of answers hold. To ask again tells no more about them. */
export function doubtsAboutShape(answers: readonly Answer[]): readonly Doubt[] {
	const withRecords = answers.filter(({ rows }) => rows > 0);
	const [{ fieldsMissing = [] } = {}, ...others] = withRecords;
	const missing = fieldsMissing.filter((name) => others.every((answer) => answer.fieldsMissing?.includes(name)));
	const odd = answers.filter(({ fieldsUnasked }) => fieldsUnasked);
	const unasked = odd.flatMap(({ fieldsUnasked = [] }) => fieldsUnasked);
	const unlike = answers.filter(({ unlikeAsked }) => unlikeAsked);
	const by = unlike.flatMap(({ unlikeAsked = [] }) => unlikeAsked);
	const ragged = answers.reduce((sum, { raggedRows = 0 }) => sum + raggedRows, 0);
	const headers = answers.reduce((sum, { headersRepeated = 0 }) => sum + headersRepeated, 0);
	return [
		...(missing.length > 0 ? [{ kind: 'fieldsMissing', rows: rowsOf(withRecords), names: missing } as const] : []),
		...(odd.length > 0 ? [{ kind: 'fieldsUnasked', rows: rowsOf(odd), names: [...new Set(unasked)] } as const] : []),
		...(unlike.length > 0 ? [{ kind: 'unlikeAsked', rows: rowsOf(unlike), names: [...new Set(by)] } as const] : []),
		...(ragged > 0 ? [{ kind: 'raggedRows', rows: ragged } as const] : []),
		...(headers > 0 ? [{ kind: 'headerRepeated', rows: headers } as const] : []),
	];
}

export function isAboutShape({ kind }: Doubt): boolean {
	return ['fieldsMissing', 'fieldsUnasked', 'unlikeAsked', 'raggedRows', 'headerRepeated'].includes(kind);
}

function rowsOf(answers: readonly Answer[]): number {
	return answers.reduce((sum, { rows }) => sum + rows, 0);
}
