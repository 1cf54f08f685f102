import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import type { Problem } from '../../../src/core/common/errors';
import { defaultTimeouts } from '../../../src/core/common/timeouts';
import type { Doubt, ExportProgress, Flag, Outcome } from '../../../src/core/export/model/entry';
import type { Chunking, Format, Plan } from '../../../src/core/plan/plan';
import { freePort } from '../network/loopback';
import { type RawRequest, type RawServer, startRawServer } from '../network/rawServer';
import { type FinishedFile, finishedFiles } from './library';
import { recordsIn } from './oracle';
import { askedFields, type BodyWriter, day, makeRecords, plainBody, within } from './records';
import { evidenceFolder, secrets, seed } from './run';
import { runReally } from './stage';
import type { Row } from './table';

export interface Asked {
	readonly request: RawRequest;
	readonly socket: Socket;
	readonly body: Buffer;
	readonly url: string;
}

export type Answer = (asked: Asked) => void | Promise<void>;

export interface FaultCase {
	readonly name: string;
	readonly format?: Format;
	readonly records?: number;
	readonly leavesOutEnd?: boolean;
	readonly body?: BodyWriter;
	readonly answer: Answer | 'nobody listens';
	/**
	 * Expected outcome: all records, an export with doubts about its completeness, or a problem with these properties.
	 */
	readonly expected: 'records' | 'doubt' | Partial<Problem>;
	/** Whether the doubt `endNotAnnounced` is expected although all records were received. */
	readonly endNotAnnounced?: true;
	readonly doubts?: readonly Doubt['kind'][];
	readonly chunking?: Chunking;
	readonly flags?: readonly Flag[];
	readonly timeouts?: { readonly headers?: number; readonly silentBody?: number; readonly connect?: number };
	readonly failures?: number;
	readonly waitLimitMinutes?: number;
	readonly check?: (happened: Happened) => void;
}

export interface Happened {
	readonly states: readonly ExportProgress[];
	readonly requests: readonly RawRequest[];
	readonly files: readonly FinishedFile[];
	readonly meant: Buffer;
}

export interface CaseResult {
	readonly row: Row;
	readonly failure: unknown;
}

/** Doubts that are ignored unless a case expects them. `endNotAnnounced` is checked separately. */
const usualDoubts: readonly Doubt['kind'][] = ['endNotAnnounced', 'roundCount', 'sameCount'];

export async function runCase(fault: FaultCase): Promise<CaseResult> {
	const { format = 'csv', records: count = 400, body = plainBody } = fault;
	const records = makeRecords(count, seed);
	const meant = body(records, askedFields, format);
	const expected = recordsIn(meant, format).records;
	await using server: RawServer = await startRawServer(async (request, socket) => {
		const { query } = request;
		const [since = '', until = ''] = ['date_since', 'date_until'].map((name) => query.get(name) ?? '');
		const inRange = within(records, since, until).filter(
			(record) => !(fault.leavesOutEnd && record['error_datetime'] === until),
		);
		const fields = (query.get('fields') ?? '').split(',');
		if (fault.answer !== 'nobody listens') {
			await fault.answer({ request, socket, body: body(inRange, fields, format), url: server.url });
		}
	});
	const library = evidenceFolder('raw', fault.name);
	const { outcome, states } = await runReally({
		baseUrl: fault.answer === 'nobody listens' ? `http://127.0.0.1:${await freePort()}` : server.url,
		library,
		plan: { ...getPlan(format), chunking: fault.chunking },
		network: { timeouts: { ...defaultTimeouts, ...fault.timeouts } },
		...(fault.failures !== undefined && { failures: fault.failures }),
		...(fault.waitLimitMinutes !== undefined && { waitLimitMinutes: fault.waitLimitMinutes }),
	});
	const files = await finishedFiles(library);
	const held = files.flatMap((file) => file.held.records);
	const row = {
		name: fault.name,
		outcome: outcome.kind === 'entry' ? told(outcome.entry.outcome) : getWord(outcome.problem),
		expected: expected.length,
		held: held.length,
	};
	const check = () => {
		if (fault.expected === 'records' || fault.expected === 'doubt') {
			assert.equal(outcome.kind, 'entry', `told as ${row.outcome}`);
			assert.equal(files.length, 1);
			const { proof, doubts = [], flags } = files[0]?.entry.outcome ?? {};
			const inDoubt = doubts.some(({ kind }) => kind === 'endNotAnnounced');
			if (fault.expected === 'records') {
				// The order of records is ignored, because chunks can be requested in any order.
				assert.deepEqual(held.toSorted(), expected.toSorted());
			} else {
				assert.ok(held.length < expected.length);
			}
			assert.equal(inDoubt, fault.expected === 'doubt' || fault.endNotAnnounced === true);
			assert.ok(!inDoubt || proof === 'unproven', `told as ${proof}`);
			assert.deepEqual(flags, fault.flags ?? []);
			const others = doubts.map(({ kind }) => kind).filter((kind) => !usualDoubts.includes(kind));
			assert.deepEqual(others, fault.doubts ?? []);
		} else {
			assert.equal(outcome.kind, 'problem');
			assert.ok(outcome.kind === 'problem');
			assert.deepEqual({ ...outcome.problem, ...fault.expected }, outcome.problem);
			assert.equal(files.length, 0, 'something looks finished');
		}
		for (const { headers } of server.requests) {
			assert.match(headers.get('authorization') ?? '', /^OAuth ./);
		}
		fault.check?.({ states, requests: server.requests, files, meant });
	};
	return { row, failure: failureOf(check) };
}

export function getPlan(format: Format): Plan {
	return {
		application: { id: '101', name: 'Shop' },
		format,
		view: 'results',
		range: { kind: 'between', ...day },
		dateDimension: 'default',
		fields: askedFields,
		filters: [],
		byteOrderMark: false,
		skipUnavailableShards: false,
	};
}

export function getWord(problem: Problem): string {
	return 'fault' in problem ? `${problem.kind}: ${problem.fault}` : problem.kind;
}

export function told(outcome: Outcome | undefined): string {
	const doubts = (outcome?.doubts ?? []).map(({ kind }) => kind).filter((kind) => kind === 'endNotAnnounced');
	return [doubts.length > 0 ? 'in doubt' : 'complete', ...doubts, ...(outcome?.flags ?? [])].join(', ');
}

export function getToken({ headers }: RawRequest): 'first' | 'renewed' | 'none' {
	switch (headers.get('authorization')) {
		case `OAuth ${secrets.token}`:
			return 'first';
		case `OAuth ${secrets.renewedToken}`:
			return 'renewed';
		default:
			return 'none';
	}
}

function failureOf(check: () => void): unknown {
	try {
		check();
		return undefined;
	} catch (error) {
		return error;
	}
}
