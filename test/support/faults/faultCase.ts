import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import type { Problem } from '../../../src/core/common/errors';
import { defaultTimeouts } from '../../../src/core/common/timeouts';
import type { Doubt, ExportProgress, Flag, Outcome } from '../../../src/core/export/model/entry';
import type { Format, Plan, Slicing } from '../../../src/core/plan/plan';
import { freePort } from '../network/loopback';
import { type RawRequest, type RawServer, startRawServer } from '../network/rawServer';
import { type FinishedFile, finishedFiles } from './library';
import { recordsIn } from './oracle';
import { askedFields, type BodyWriter, day, makeRecords, plainBody, within } from './records';
import { evidenceFolder, secrets, seed } from './run';
import { runReally } from './stage';
import type { Row } from './table';

/** One request of a case, and what a good service would say to it. */
export interface Asked {
	readonly request: RawRequest;
	readonly socket: Socket;
	/** The records of the range that was asked for, in the format that was asked for. */
	readonly body: Buffer;
	/** Where the service is. */
	readonly url: string;
}

export type Answer = (asked: Asked) => void | Promise<void>;

export interface FaultCase {
	readonly name: string;
	readonly format?: Format;
	/** How many records the service has. */
	readonly records?: number;
	/** Whether the end of a range is not part of it. */
	readonly leavesOutEnd?: boolean;
	/** How the service writes the body that it means. */
	readonly body?: BodyWriter;
	readonly answer: Answer | 'nobody listens';
	/**
	 * All that the service meant; the beginning of it, said to be in doubt, where nobody can tell that it is not all; or a
	 * problem with at least these members.
	 */
	readonly expected: 'records' | 'doubt' | Partial<Problem>;
	/** What must be told of a finished export's end though all records are there. */
	readonly endNotTold?: true;
	/** What else must be told of a finished export, other than that its answers may have been cut at a maximum. */
	readonly doubts?: readonly Doubt['kind'][];
	readonly slicing?: Slicing;
	readonly flags?: readonly Flag[];
	/** In milliseconds; the usual ones otherwise. */
	readonly timeouts?: { readonly headers?: number; readonly silentBody?: number; readonly connect?: number };
	/** Repetitions after failures; as usual otherwise. */
	readonly failures?: number;
	readonly waitLimitMinutes?: number;
	/** What else must have happened. */
	readonly check?: (happened: Happened) => void;
}

export interface Happened {
	readonly states: readonly ExportProgress[];
	readonly requests: readonly RawRequest[];
	readonly files: readonly FinishedFile[];
	/** The body that the service meant, of the whole range. */
	readonly meant: Buffer;
}

export interface CaseResult {
	readonly row: Row;
	/** What is wrong with the outcome. */
	readonly failure: unknown;
}

/** `endNotTold` is looked at apart. */
const usualDoubts: readonly Doubt['kind'][] = ['endNotTold', 'roundCount', 'sameCount'];

/** Runs a case against a raw server, and compares what is held then with what the service meant. */
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
		plan: { ...planOf(format), slicing: fault.slicing },
		network: { timeouts: { ...defaultTimeouts, ...fault.timeouts } },
		...(fault.failures !== undefined && { failures: fault.failures }),
		...(fault.waitLimitMinutes !== undefined && { waitLimitMinutes: fault.waitLimitMinutes }),
	});
	const files = await finishedFiles(library);
	const held = files.flatMap((file) => file.held.records);
	const row = {
		name: fault.name,
		outcome: outcome.kind === 'entry' ? told(outcome.entry.outcome) : wordOf(outcome.problem),
		expected: expected.length,
		held: held.length,
	};
	const check = () => {
		if (fault.expected === 'records' || fault.expected === 'doubt') {
			assert.equal(outcome.kind, 'entry', `told as ${row.outcome}`);
			assert.equal(files.length, 1);
			const { proof, doubts = [], flags } = files[0]?.entry.outcome ?? {};
			const inDoubt = doubts.some(({ kind }) => kind === 'endNotTold');
			if (fault.expected === 'records') {
				// Parts of a range may be asked for in any order; a record is itself wherever it is.
				assert.deepEqual(held.toSorted(), expected.toSorted());
			} else {
				assert.ok(held.length < expected.length);
			}
			assert.equal(inDoubt, fault.expected === 'doubt' || fault.endNotTold === true);
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

export function planOf(format: Format): Plan {
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

/** A problem in a word or two. */
export function wordOf(problem: Problem): string {
	return 'fault' in problem ? `${problem.kind}: ${problem.fault}` : problem.kind;
}

/** A finished export in a word or two. */
export function told(outcome: Outcome | undefined): string {
	const doubts = (outcome?.doubts ?? []).map(({ kind }) => kind).filter((kind) => kind === 'endNotTold');
	return [doubts.length > 0 ? 'in doubt' : 'complete', ...doubts, ...(outcome?.flags ?? [])].join(', ');
}

/** The token that a request carried. */
export function tokenOf({ headers }: RawRequest): 'first' | 'renewed' | 'none' {
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
