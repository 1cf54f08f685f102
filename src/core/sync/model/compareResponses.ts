import type { Doubt } from '../../export/model/entry';
import type { LastRequest, SyncedDay } from './syncedSet';

/** Maximum time between compared responses, in milliseconds. The service's limit on the response size may change. */
const comparedMs = 30 * 86_400_000;

/**
 * Minimum number of equally large responses that suggest a limit. With Poisson-distributed records, about one in a
 * hundred synced sets reaches this number by coincidence.
 */
const minAlike = { days: 3, rows: 100 } as const;

const countDoubts: readonly Doubt['kind'][] = ['roundCount', 'sameCount'];

/** Returns true if a doubt is based on the number of records. Requesting the range in chunks can resolve it. */
export function isDoubtOfCount({ kind }: Doubt): boolean {
	return countDoubts.includes(kind);
}

/**
 * Compares responses for different days. Only the largest responses can be truncated. A size that several responses
 * have in common may be the service's limit (see `proof.ts`).
 */
export class ComparedAnswers {
	/** Number of records in the largest response, by the month of the request. */
	private readonly most = new Map<number, number>();
	/** Number of days, by the month of the request and the number of records in the response. */
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

/** Returns the number of records in the largest earlier response, or 0 if that response is too old for a comparison. */
export function mostBefore(asked: LastRequest | undefined, moment: Date): number {
	return asked && moment.getTime() - Date.parse(asked.at) < comparedMs ? mostOf(asked) : 0;
}

function mostOf({ largest, most = 0 }: LastRequest): number {
	return Math.max(largest, most);
}

function monthOf({ at }: Pick<LastRequest, 'at'>): number {
	return Math.floor(Date.parse(at) / comparedMs);
}
