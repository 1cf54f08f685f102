import type { Doubt } from '../../export/model/entry';
import type { Asked, KeptDay } from './keptSet';

/** Answers that were given much later may have been cut at another maximum: services are changed (milliseconds). */
const comparedMs = 30 * 86_400_000;

/**
 * Of the answers of a month or two, so many largest ones with so many records each are hardly chance: with random (Poisson)
 * traffic about one set in a hundred has them.
 */
const minAlike = { days: 3, rows: 100 } as const;

const countDoubts: readonly Doubt['kind'][] = ['roundCount', 'sameCount'];

/** Whether the number of its records is what speaks against an answer: asked in pieces, they tell. */
export function isDoubtOfCount({ kind }: Doubt): boolean {
	return countDoubts.includes(kind);
}

/**
 * The answers about a set's days, which say as much of each other as the slices of an export do (see `proof.ts`): one with
 * fewer records than another one was not cut, and several largest ones of one number may have been, all of them.
 */
export class ComparedAnswers {
	/** By month of asking, the most records that an answer had. */
	private readonly most = new Map<number, number>();
	/** By month of asking and number of records, the days. */
	private readonly alike = new Map<string, number>();

	constructor(days: readonly Pick<KeptDay, 'asked'>[]) {
		for (const { asked } of days) {
			if (asked) {
				const month = monthOf(asked);
				this.most.set(month, Math.max(this.most.get(month) ?? 0, mostOf(asked)));
				const alike = `${month} ${asked.largest}`;
				this.alike.set(alike, (this.alike.get(alike) ?? 0) + 1);
			}
		}
	}

	/** What speaks against an answer about one of the days. */
	doubtsAbout(asked: Asked): readonly Doubt[] {
		const { doubts, largest } = asked;
		const month = monthOf(asked);
		const months = [month - 1, month, month + 1];
		if (months.some((near) => (this.most.get(near) ?? 0) > largest)) {
			return doubts.filter((doubt) => !isDoubtOfCount(doubt));
		}
		const days = months.reduce((sum, near) => sum + (this.alike.get(`${near} ${largest}`) ?? 0), 0);
		return days >= minAlike.days && largest >= minAlike.rows && !doubts.some(({ kind }) => kind === 'sameCount')
			? [...doubts, { kind: 'sameCount', rows: largest, slices: days }]
			: doubts;
	}
}

/** Records in the largest answer about a day so far, as far as one that is given at a moment can be compared with them. */
export function mostBefore(asked: Asked | undefined, moment: Date): number {
	return asked && moment.getTime() - Date.parse(asked.at) < comparedMs ? mostOf(asked) : 0;
}

function mostOf({ largest, most = 0 }: Asked): number {
	return Math.max(largest, most);
}

function monthOf({ at }: Pick<Asked, 'at'>): number {
	return Math.floor(Date.parse(at) / comparedMs);
}
