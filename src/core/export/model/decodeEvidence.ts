import { isObject, type JsonMembers } from '../../common/parseJson';
import { isCount, isListOf, isString, oneOf } from '../../plan/decodePlan';
import { type Doubt, type Outcome, proofs } from './entry';

const doubtKinds = [
	'roundCount',
	'recordsWithoutTime',
	'arrivedMeanwhile',
	'notFoundAgain',
	'indivisible',
	'endNotAnnounced',
	'raggedRows',
	'headerRepeated',
	'missing',
] as const;

const namingKinds = ['saidPartial', 'fieldsMissing', 'unrequestedFields', 'mismatches'] as const;

/**
 * Decodes the proof of an export. Returns undefined if it is invalid. A missing proof, as in exports from early
 * versions, is decoded as `unproven`.
 */
export function decodeEvidence(outcome: JsonMembers): Pick<Outcome, 'proof' | 'doubts' | 'answers'> | undefined {
	const proof = oneOf(outcome['proof'] === undefined ? 'unproven' : outcome['proof'], proofs);
	const doubts = decodeDoubts(outcome['doubts']);
	const answers = decodeAnswers(outcome['answers']);
	if (!proof || !doubts || (outcome['answers'] !== undefined && !answers)) {
		return undefined;
	}
	return { proof, doubts, ...(answers && { answers }) };
}

function decodeDoubts(value: unknown): readonly Doubt[] | undefined {
	if (value === undefined) {
		return [];
	}
	const doubts = Array.isArray(value) ? value.map(decodeDoubt) : [undefined];
	const known = doubts.filter((doubt) => doubt !== undefined);
	return known.length === doubts.length ? known : undefined;
}

function decodeDoubt(value: unknown): Doubt | undefined {
	if (!isObject(value) || !isCount(value['rows'])) {
		return undefined;
	}
	const { rows, chunks } = value;
	if (value['kind'] === 'sameCount') {
		return isCount(chunks) ? { kind: 'sameCount', rows, chunks } : undefined;
	}
	const naming = oneOf(value['kind'], namingKinds);
	if (naming) {
		const { names } = value;
		return isListOf(names, isString) ? { kind: naming, rows, names } : undefined;
	}
	const kind = oneOf(value['kind'], doubtKinds);
	return kind && { kind, rows };
}

function decodeAnswers(value: unknown): Outcome['answers'] {
	if (!isObject(value)) {
		return undefined;
	}
	const { count, largest } = value;
	return isCount(count) && isCount(largest) ? { count, largest } : undefined;
}
