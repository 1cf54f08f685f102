import type { Doubt } from '../../export/model/entry';
import type { LastRequest, SyncedDay } from './syncedSet';

/**
 * Maximum time between two responses to compare, in milliseconds. Over a longer time, the service may have changed its
 * limit for the number of records.
 */
const comparedMs = 30 * 86_400_000;

/**
 * Minimum number of equally large responses, and minimum number of records in each, that suggest a limit of the
 * service. If records are Poisson-distributed, about one in a hundred synced sets has such responses by coincidence.
 */
const minAlike = { days: 3, rows: 100 } as const;

const countDoubts: readonly Doubt['kind'][] = ['roundCount', 'sameCount'];

/**
 * Returns true if a doubt is based on the number of records. Requesting the records in chunks can resolve such a doubt.
 */
export function isDoubtOfCount({ kind }: Doubt): boolean {
	return countDoubts.includes(kind);
}

/**
 * Compares the responses for different days. Only the largest responses can be truncated. If several of them have the
 * same size, this size may be the service's limit (see `proof.ts`).
 */
export class ComparedAnswers {
	/** Number of records in the largest response of each month. */
	private readonly most = new Map<number, number>();
	/** Number of responses, by month and number of records. */
	private readonly alike = new Map<string, number>();

	constructor(days: readonly Pick<SyncedDay, 'asked'>[]) {
		for (const { asked } of days) {
			if (asked) {
				const month = monthOf(asked);
				this.most.set(month, Math.max(this.most.get(month) ?? 0, mostOf(asked)));
				const alike = `${month} ${asked.largest}`;
				this.alike.set(alike, (this.alike.get(alike) ?? 0) + 1);
			}
		}
	}

	doubtsAbout(asked: LastRequest): readonly Doubt[] {
		const { doubts, largest } = asked;
		const month = monthOf(asked);
		const months = [month - 1, month, month + 1];
		if (months.some((near) => (this.most.get(near) ?? 0) > largest)) {
			return doubts.filter((doubt) => !isDoubtOfCount(doubt));
		}
		const days = months.reduce((sum, near) => sum + (this.alike.get(`${near} ${largest}`) ?? 0), 0);
		return days >= minAlike.days && largest >= minAlike.rows && !doubts.some(({ kind }) => kind === 'sameCount')
			? [...doubts, { kind: 'sameCount', rows: largest, chunks: days }]
			: doubts;
	}
}

/** Returns the number of records in the largest earlier response, or 0 if it is too old for a comparison. */
export function mostBefore(asked: LastRequest | undefined, moment: Date): number {
	return asked && moment.getTime() - Date.parse(asked.at) < comparedMs ? mostOf(asked) : 0;
}

function mostOf({ largest, most = 0 }: LastRequest): number {
	return Math.max(largest, most);
}

function monthOf({ at }: Pick<LastRequest, 'at'>): number {
	return Math.floor(Date.parse(at) / comparedMs);
}
