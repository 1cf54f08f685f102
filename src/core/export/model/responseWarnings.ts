import type { JsonMembers } from '../../common/parseJson';
import { isCount, isListOf, isString } from '../../plan/decodePlan';
import type { Doubt } from './entry';

export interface AnswerWarnings {
	/** Nothing marks the end of the body, so records may be missing. */
	readonly endNotAnnounced?: true;
	readonly saidPartial?: readonly string[];
	readonly fieldsMissing?: readonly string[];
	readonly unrequestedFields?: readonly string[];
	readonly mismatches?: readonly string[];
	readonly raggedRows?: number;
	readonly headersRepeated?: number;
}

interface ChunkResponse extends AnswerWarnings {
	readonly rows: number;
}

export function warningsIn({
	endNotAnnounced,
	saidPartial = [],
	fieldsMissing = [],
	unrequestedFields = [],
	mismatches = [],
	raggedRows = 0,
	headersRepeated = 0,
}: AnswerWarnings): AnswerWarnings {
	return {
		...(endNotAnnounced && { endNotAnnounced }),
		...(saidPartial.length > 0 && { saidPartial }),
		...(fieldsMissing.length > 0 && { fieldsMissing }),
		...(unrequestedFields.length > 0 && { unrequestedFields }),
		...(mismatches.length > 0 && { mismatches }),
		...(raggedRows > 0 && { raggedRows }),
		...(headersRepeated > 0 && { headersRepeated }),
	};
}

/** Decodes stored warnings. Returns undefined for values that no version of the extension writes. */
export function decodeWarnings(value: JsonMembers): AnswerWarnings | undefined {
	return areWarnings(value) ? warningsIn(value) : undefined;
}

function areWarnings(value: JsonMembers): value is JsonMembers & AnswerWarnings {
	const isAbsentOr = (name: keyof AnswerWarnings, isWanted: (member: unknown) => boolean) =>
		value[name] === undefined || isWanted(value[name]);
	const isNames = (member: unknown) => isListOf(member, isString);
	return (
		isAbsentOr('endNotAnnounced', (member) => member === true) &&
		(['saidPartial', 'fieldsMissing', 'unrequestedFields', 'mismatches'] as const).every((name) =>
			isAbsentOr(name, isNames),
		) &&
		(['raggedRows', 'headersRepeated'] as const).every((name) => isAbsentOr(name, isCount))
	);
}

export function mayLackRecords({ endNotAnnounced, saidPartial }: AnswerWarnings): boolean {
	return endNotAnnounced === true || saidPartial !== undefined;
}

export function doubtsAboutEnds(answers: readonly ChunkResponse[]): readonly Doubt[] {
	const unannounced = answers.filter(({ endNotAnnounced }) => endNotAnnounced);
	const partial = answers.filter(({ saidPartial }) => saidPartial);
	const names = partial.flatMap(({ saidPartial = [] }) => saidPartial);
	return [
		...(unannounced.length > 0 ? [{ kind: 'endNotAnnounced', rows: getRows(unannounced) } as const] : []),
		...(partial.length > 0
			? [{ kind: 'saidPartial', rows: getRows(partial), names: [...new Set(names)] } as const]
			: []),
	];
}

/** Returns doubts about the fields and values of the records. Repeating the request would not resolve them. */
export function doubtsAboutShape(answers: readonly ChunkResponse[]): readonly Doubt[] {
	const withRecords = answers.filter(({ rows }) => rows > 0);
	const [{ fieldsMissing = [] } = {}, ...others] = withRecords;
	const missing = fieldsMissing.filter((name) => others.every((answer) => answer.fieldsMissing?.includes(name)));
	const odd = answers.filter(({ unrequestedFields }) => unrequestedFields);
	const unrequested = odd.flatMap(({ unrequestedFields = [] }) => unrequestedFields);
	const unlike = answers.filter(({ mismatches }) => mismatches);
	const by = unlike.flatMap(({ mismatches = [] }) => mismatches);
	const ragged = answers.reduce((sum, { raggedRows = 0 }) => sum + raggedRows, 0);
	const headers = answers.reduce((sum, { headersRepeated = 0 }) => sum + headersRepeated, 0);
	return [
		...(missing.length > 0 ? [{ kind: 'fieldsMissing', rows: getRows(withRecords), names: missing } as const] : []),
		...(odd.length > 0
			? [{ kind: 'unrequestedFields', rows: getRows(odd), names: [...new Set(unrequested)] } as const]
			: []),
		...(unlike.length > 0 ? [{ kind: 'mismatches', rows: getRows(unlike), names: [...new Set(by)] } as const] : []),
		...(ragged > 0 ? [{ kind: 'raggedRows', rows: ragged } as const] : []),
		...(headers > 0 ? [{ kind: 'headerRepeated', rows: headers } as const] : []),
	];
}

export function isAboutShape({ kind }: Doubt): boolean {
	return ['fieldsMissing', 'unrequestedFields', 'mismatches', 'raggedRows', 'headerRepeated'].includes(kind);
}

function getRows(answers: readonly ChunkResponse[]): number {
	return answers.reduce((sum, { rows }) => sum + rows, 0);
}
