import type { Problem } from '../../common/errors';
import type { Doubt, Proof } from '../../export/model/entry';
import type { Plan } from '../../plan/plan';
import type { Zone } from '../../plan/range';

/** What is kept of an application: by receive time, since a day that has been received does not change any more. */
export interface KeptPlan
	extends Pick<Plan, 'application' | 'deviceKey' | 'format' | 'fields' | 'filters' | 'skipUnavailableShards'> {
	/** The first day, `yyyy-mm-dd`. */
	readonly since: string;
}

/**
 * The manifest in the folder of a set: what is kept, and what is known of each day. It is replaced whole, and the parts
 * that it names are the set; whatever else is in the folder was left by an update that was stopped.
 */
export interface KeptSet {
	readonly version: 1;
	/** Base address of the service, or `sample`. */
	readonly service: string;
	readonly plan: KeptPlan;
	/** The clock of its days, as the service has it for the application. */
	readonly zone: Zone;
	/** In the order of the calendar. A day that is not here is missing. */
	readonly days: readonly KeptDay[];
	/** Days with records that are older than so many are removed; undefined keeps all. */
	readonly keepDays?: number;
	/** Nobody is asked until a person goes on. */
	readonly paused?: true;
	/** When an update last came to its end (ISO 8601, UTC). */
	readonly updatedAt?: string;
}

export interface KeptDay {
	/** `yyyy-mm-dd` on the set's clock. */
	readonly day: string;
	readonly part?: Part;
	/** The last question about the day that was answered. */
	readonly asked?: Asked;
	/** The service refused the last question; ISO 8601, UTC. */
	readonly refused?: { readonly kind: Refusal; readonly at: string };
}

/** Answers by which a service refuses what it is asked about a day, and may well not refuse another day. */
export const refusals = ['badRequest', 'tooLarge', 'unexpectedBody', 'wrongHeader', 'brokenBody'] as const;
type Refusal = (typeof refusals)[number] & Problem['kind'];

/** Whether two sets would ask a service the same, each since its own day. The format of their files is no matter. */
export function asksTheSame(a: KeptPlan, b: KeptPlan): boolean {
	return questionIn(a) === questionIn(b);
}

function questionIn({ application, fields, filters, skipUnavailableShards }: KeptPlan): string {
	const compared = filters.map(({ field, value }) => [field, value]).toSorted();
	return JSON.stringify([application.id, fields.toSorted(), compared, skipUnavailableShards]);
}

/** What the set knows of a day of its calendar. */
export function dayIn({ days }: Pick<KeptSet, 'days'>, day: string): KeptDay | undefined {
	return days.find((known) => known.day === day);
}

/** The records of a day: an ordinary export in a folder of the set's. */
export interface Part {
	/** Name of the folder. */
	readonly folder: string;
	/** Name of the records in it. */
	readonly file: string;
	readonly rows: number;
	readonly bytes: number;
	/** Least and most of the records' receive times (Unix time, seconds); absent where none tells its own. */
	readonly times?: { readonly first: number; readonly last: number };
	/** Records that do not tell their time. */
	readonly timeless: number;
	/** As they were asked for. */
	readonly fields: readonly string[];
}

/** What a question about a day came to. */
export interface Asked {
	/** ISO 8601, UTC; by the service's clock where it tells its own. */
	readonly at: string;
	/** The end of what was asked for, in the long form of the service document; the beginning is that of the day. */
	readonly until: string;
	readonly zone: Zone;
	/** Records in the largest answer. */
	readonly largest: number;
	/** Records in the largest answer to an earlier question about the whole day, where these are more. */
	readonly most?: number;
	readonly proof: Proof;
	readonly doubts: readonly Doubt[];
	/** So many records of the part were not in the answer for the whole day. The part has them still. */
	readonly notGivenAgain: number;
}
