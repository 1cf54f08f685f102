import type { Problem } from '../../common/errors';
import type { Doubt, Proof } from '../../export/model/entry';
import type { Plan } from '../../plan/plan';
import type { Zone } from '../../plan/range';

/** Settings of a synced set. Records are selected by receive time, so a past day never gets more records. */
export interface SyncPlan
	extends Pick<Plan, 'application' | 'deviceKey' | 'format' | 'fields' | 'filters' | 'skipUnavailableShards'> {
	/** First day of the synced set, in the format `yyyy-mm-dd`. */
	readonly since: string;
}

const timeField = 'error_receive_timestamp';

/** Adds the receive time to the fields, because it determines the day of a record. */
export function syncedFields(fields: readonly string[]): readonly string[] {
	return [...new Set([...fields, timeField])];
}

/** @param since First day, in the format `yyyy-mm-dd` */
export function getSyncPlan(
	{ application: { id, name }, format, fields, filters, skipUnavailableShards }: Plan,
	since: string,
): SyncPlan {
	const application = { id, ...(name !== undefined && { name }) };
	return { application, format, fields: syncedFields(fields), filters, skipUnavailableShards, since };
}

/**
 * Manifest of a synced set. The file is replaced atomically. Partitions that the manifest doesn't list remain from an
 * interrupted sync.
 */
export interface SyncedSet {
	readonly version: 1;
	readonly service: string;
	readonly plan: SyncPlan;
	/** Time zone of the days, as configured for the application in the service. */
	readonly zone: Zone;
	/** Days in chronological order, without missing days. */
	readonly days: readonly SyncedDay[];
	/** Retention period in days. Undefined if records are kept forever. */
	readonly retentionDays?: number;
	readonly paused?: true;
	readonly updatedAt?: string;
}

/** Settings that each partition also contains. If the manifest is lost, it is rebuilt from the newest partition. */
export type SyncSettings = Pick<SyncedSet, 'plan' | 'retentionDays' | 'paused'>;

export function settingsOf({ plan, retentionDays, paused }: SyncSettings): SyncSettings {
	return { plan, ...(retentionDays !== undefined && { retentionDays }), ...(paused && { paused }) };
}

export interface SyncedDay {
	/** Date in the format `yyyy-mm-dd`, in the day's time zone. */
	readonly day: string;
	/** Time zone in which the day starts and ends. Undefined for the synced set's time zone. */
	readonly clock?: Zone;
	readonly partition?: Partition;
	readonly asked?: LastRequest;
	/** Present if the service rejected the last request. `at` is the time of that request (ISO 8601, UTC). */
	readonly refused?: { readonly kind: Refusal; readonly at: string };
	/** Folder to which the day's damaged file was moved, because some of its records or values could not be used. */
	readonly setAside?: string;
}

/** Errors that affect the request for one day. Requests for other days may still succeed. */
export const refusals = ['badRequest', 'tooLarge', 'unexpectedBody', 'wrongHeader', 'brokenBody'] as const;
type Refusal = (typeof refusals)[number] & Problem['kind'];

/**
 * Returns true if two synced sets send the same requests, apart from the first day, and hash device IDs with the same
 * key. The file format may differ.
 */
export function asksTheSame(a: SyncPlan, b: SyncPlan): boolean {
	const hasSameKey = a.deviceKey === undefined || b.deviceKey === undefined || a.deviceKey === b.deviceKey;
	return hasSameKey && questionIn(a) === questionIn(b);
}

function questionIn({ application, fields, filters, skipUnavailableShards }: SyncPlan): string {
	const compared = filters.map(({ field, value }) => [field, value]).toSorted();
	return JSON.stringify([application.id, fields.toSorted(), compared, skipUnavailableShards]);
}

export function dayIn({ days }: Pick<SyncedSet, 'days'>, day: string): SyncedDay | undefined {
	return days.find((known) => known.day === day);
}

/** Records of one day. A partition is an ordinary export in a subfolder of the synced set. */
export interface Partition {
	readonly folder: string;
	readonly file: string;
	readonly rows: number;
	readonly bytes: number;
	/** Earliest and latest receive times of the records, in Unix seconds. Undefined if no record has a receive time. */
	readonly times?: { readonly first: number; readonly last: number };
	readonly timeless: number;
	/** Fields in the file. A damaged file may have fewer fields than requested. */
	readonly fields: readonly string[];
	/** Consecutive sections of records with the same fields, in file order. Undefined if all records have all fields. */
	readonly sections?: readonly FieldsSection[];
	/** Digest of the entire file (see `digestFile`). Undefined if the synced set was rebuilt from older partitions. */
	readonly digest?: string;
	/** Modification times of the file when its digest was computed. Undefined if the file had just been written. */
	readonly stamp?: FileStamp;
	readonly damaged?: Damage;
}

export interface FieldsSection {
	readonly rows: number;
	readonly fields: readonly string[];
}

export interface Damage {
	/** Number of records before the file was changed. */
	readonly rows: number;
	/** Time range of the day and its records before the file was changed. Undefined if the times are unknown. */
	readonly times?: Partition['times'];
	readonly hasUnread?: true;
}

export interface FileStamp {
	readonly mtimeMs: number;
	readonly ctimeMs: number;
}

export interface LastRequest {
	/** Time of the request (ISO 8601, UTC) on the service's clock or, if that is unknown, on the local clock. */
	readonly at: string;
	/** Start of the requested range, such as `2026-03-01 12:00:00`. Undefined for the start of the day. */
	readonly since?: string;
	readonly until: string;
	readonly zone: Zone;
	readonly largest: number;
	/** Number of records in the largest earlier response for the day. Undefined if the last response is the largest. */
	readonly most?: number;
	readonly proof: Proof;
	readonly doubts: readonly Doubt[];
	/** Number of the partition's records that were missing from the last response for the entire day. */
	readonly notGivenAgain: number;
}
