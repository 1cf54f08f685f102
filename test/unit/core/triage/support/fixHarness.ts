import { createQueries } from '../../../../../src/core/records/queries';
import { changeTriage, newTriageDocument, triagedGroup, triageId } from '../../../../../src/core/triage/changeTriage';
import { ActiveDevices } from '../../../../../src/core/triage/fixed/activeDevices';
import { getActiveRates } from '../../../../../src/core/triage/fixed/activeRates';
import { FixJudge } from '../../../../../src/core/triage/fixed/judgeFix';
import { readGroups, TriageJudge } from '../../../../../src/core/triage/judgeGroup';
import { serializeTriage } from '../../../../../src/core/triage/serializeTriage';
import { TriageEntries } from '../../../../../src/core/triage/triageEntries';
import type { RecordsFacts } from '../../../../../src/shared/comparison';
import { withGroup } from '../../../../../src/shared/groupFilters';
import type { GroupKey, RecordFilter } from '../../../../../src/shared/results';
import type { ActiveRates, FixVerdict } from '../../../../../src/shared/triage';
import { openText } from '../../records/support/tables';
import { parsed } from './triageTexts';

const key: GroupKey = { kind: 'frames' };
const header = 'error,app_version_name,app_package_name,error_datetime,hashed_device_id';
const firstDay = Date.UTC(2026, 9, 5);
const dayMs = 86_400_000;

/** Part of an app's traffic: devices of one version on each day from `from` until and excluding `to`. */
export interface Traffic {
	readonly version: string;
	readonly from: number;
	readonly to: number;
	/** Devices that report an error on a day, and how many of them report the error that is to be judged. */
	readonly devices: number;
	readonly affected: number;
	readonly package?: string;
	/** Days since the first day, modulo 7, on which the error occurs. The first day is a Monday. */
	readonly weekdays?: readonly number[];
	readonly method?: string;
}

export function recordsOf(traffic: readonly Traffic[]): string {
	const rows = traffic.flatMap((part, place) =>
		Array.from({ length: part.to - part.from }, (_, index) => part.from + index).flatMap((day) => {
			const occurs = part.weekdays?.includes(day % 7) ?? true;
			return Array.from({ length: part.devices }, (_, device) => {
				const isAffected = occurs && device < part.affected;
				const method = isAffected ? (part.method ?? 'sum') : 'other';
				const type = isAffected ? 'java.lang.IllegalStateException' : 'java.io.IOException';
				const frames = [method, 'total', 'show', 'open'].map(
					(name) => `\n\tat com.example.shop.Cart.${name}(Cart.kt:5)`,
				);
				const time = new Date(firstDay + day * dayMs + device * 1000).toISOString().slice(0, 19).replace('T', ' ');
				return `"${type}: x${frames.join('')}",${part.version},${part.package ?? 'com.example.shop'},${time},${place}-${day}-${device}`;
			});
		}),
	);
	return `${[header, ...rows].join('\n')}\n`;
}

/** Active devices of each day, in the form of a team's own file. */
export function activeDevicesOf(traffic: readonly Pick<Traffic, 'version' | 'from' | 'to' | 'devices'>[]): string {
	const rows = traffic.flatMap(({ version, from, to, devices }) =>
		Array.from({ length: to - from }, (_, index) => {
			const day = new Date(firstDay + (from + index) * dayMs).toISOString().slice(0, 10);
			return `${day},${version},${devices}`;
		}),
	);
	return `${['date,version,devices', ...rows].join('\n')}\n`;
}

interface Judged {
	readonly fixedIn: readonly string[];
	readonly proof?: RecordsFacts['proof'];
	readonly active?: string;
}

export async function openQueries(folder: string, name: string, text: string) {
	const table = await openText(folder, name, text);
	const { answer } = createQueries(table);
	const { signal } = new AbortController();
	const info = await table.load(signal, () => undefined);
	const query = async (name: string, params: unknown) =>
		(answer as Readonly<Record<string, (params: unknown, context: unknown) => unknown>>)[name]?.(params, {
			signal,
			report: () => undefined,
		}) as never;
	return { records: { query }, answer, info, signal, [Symbol.asyncDispose]: () => table[Symbol.asyncDispose]() };
}

/** Marks the IllegalStateException with the most records as fixed, and judges it. */
export async function judgeFix(folder: string, records: string, asked: Judged): Promise<FixVerdict | undefined> {
	await using file = await openQueries(folder, 'records.csv', records);
	const view = { filters: [], sort: [] };
	for await (const { value } of readGroups(file.records, { view, key }, file.signal)) {
		const group = triagedGroup(key, value);
		if (group?.type.endsWith('IllegalStateException')) {
			const decision = { state: 'fixed', versions: asked.fixedIn } as const;
			const document = changeTriage(newTriageDocument(group), { decision });
			const files = document ? [{ id: triageId(key, value), entry: parsed(serializeTriage(document)) }] : [];
			const entries = new TriageEntries(files);
			const triage = new TriageJudge(file.records, file.info, entries, new Date('2026-11-21T10:00:00Z'), file.signal);
			const { proof = 'proven' } = asked;
			const facts = factsOf(proof);
			const active = asked.active === undefined ? undefined : await readActiveDevices(folder, asked.active);
			const { status } = await triage.judge(key, value);
			return new FixJudge(file.records, file.info, facts, active, file.signal).judge(key, value, status);
		}
	}
	return undefined;
}

interface Rated {
	readonly active: string;
	readonly facts?: Partial<RecordsFacts>;
	readonly since?: string;
	/** Whether only the IllegalStateException is counted. */
	readonly onlyGroup?: boolean;
}

/** Unix time in seconds of an hour of a day since the first day. */
export function momentOf(day: number, hour = 0): number {
	return (firstDay + day * dayMs) / 1000 + hour * 3600;
}

/** Returns the rates in records that cover four weeks and a day. */
export async function activeRatesOf(folder: string, records: string, asked: Rated): Promise<ActiveRates | undefined> {
	await using file = await openQueries(folder, 'rated.csv', records);
	const active = await readActiveDevices(folder, asked.active);
	const facts: RecordsFacts = {
		application: '101',
		filters: [],
		dimension: 'default',
		timeZone: 'UTC',
		proof: 'unproven',
		covers: [{ since: momentOf(0), until: momentOf(29) - 1 }],
		askedAt: momentOf(40),
		...asked.facts,
	};
	let filters: readonly RecordFilter[] = [];
	for await (const { value } of readGroups(file.records, { view: { filters, sort: [] }, key }, file.signal)) {
		if (asked.onlyGroup && triagedGroup(key, value)?.type.endsWith('IllegalStateException')) {
			filters = withGroup([], key, value);
		}
	}
	return getActiveRates(active, { ...file, facts }, filters, asked.since ?? '', file.signal);
}

export function factsOf(proof: RecordsFacts['proof'], timeZone = 'UTC'): RecordsFacts {
	return { application: '101', filters: [], timeZone, covers: [], askedAt: 0, dimension: 'default', proof };
}

export async function readActiveDevices(folder: string, text: string): Promise<ActiveDevices> {
	await using file = await openQueries(folder, 'active.csv', text);
	return ActiveDevices.read('active.csv', file.records, file.info, file.signal);
}
