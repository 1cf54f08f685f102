import assert from 'node:assert/strict';
import type { Problem } from '../../src/core/common/errors';
import { defaultTimeouts } from '../../src/core/common/timeouts';
import { type Format, formats } from '../../src/core/plan/plan';
import { type FaultName, faults } from '../../src/sample/faults/faultTable';
import { type FaultSetting, readFaultSetting } from '../../src/sample/faults/setting';
import { type SampleServer, startSampleService } from '../../src/sample/service';
import { getPlan, getWord, told } from '../support/faults/faultCase';
import { finishedFiles } from '../support/faults/library';
import { recordsIn, valuesIn } from '../support/faults/oracle';
import { runTogether } from '../support/faults/pool';
import { askedFields } from '../support/faults/records';
import { evidenceFolder, secrets, seed } from '../support/faults/run';
import { runReally } from '../support/faults/stage';
import { printTable, type Row } from '../support/faults/table';

const now = Date.UTC(2026, 10, 20, 9);

type Expected =
	/** The export contains all records of the service. Their fields are compared by name. */
	| { readonly kind: 'records'; readonly order?: 'any' }
	/** The export contains exactly the bytes that another HTTP client receives under this fault. */
	| { readonly kind: 'asSent' }
	| { readonly kind: 'problem'; readonly problem: Partial<Problem> };

interface SampleCase {
	readonly value?: string;
	/** Number of requests affected by the fault. Undefined if all requests are affected. */
	readonly times?: number;
	readonly formats?: readonly Format[];
	readonly expected: Expected;
}

const all: Expected = { kind: 'records' };
const problem = (problem: Partial<Problem>): Expected => ({ kind: 'problem', problem });
const lost = problem({ kind: 'brokenBody', fault: 'connectionLost' });
const silent = (limit: 'headers' | 'silentBody') => problem({ kind: 'network', fault: 'timeout', limit });

const cases: Readonly<Record<FaultName, readonly SampleCase[]>> = {
	queued: [{ expected: all }],
	queuedWithPercent: [{ expected: all }],
	queuedForever: [{ expected: problem({ kind: 'waitLimit', percent: 99 }) }],
	cached: [{ expected: all }],
	queueText: [{ times: 2, expected: all }, { expected: problem({ kind: 'waitLimit' }) }],
	throttle429: [
		{ times: 2, expected: all },
		{ value: '3600', expected: problem({ kind: 'throttled', status: 429 }) },
	],
	throttle420: [{ times: 2, expected: all }, { expected: problem({ kind: 'throttled', status: 420 }) }],
	throttle503: [{ times: 2, value: '0', expected: all }, { expected: problem({ kind: 'throttled', status: 503 }) }],
	status: [
		{ times: 1, expected: all },
		{ expected: problem({ kind: 'serviceFailure', status: 500 }) },
		{ value: '403', expected: problem({ kind: 'forbidden' }) },
		{ value: '404', expected: problem({ kind: 'notFound' }) },
		{ value: '413', expected: problem({ kind: 'tooLarge', status: 413 }) },
		{ value: '418', expected: problem({ kind: 'unexpectedStatus', status: 418 }) },
	],
	badRequestText: [{ expected: problem({ kind: 'badRequest', words: 'Query is not valid' }) }],
	badRequestJson: [{ expected: problem({ kind: 'badRequest', words: 'Query is not valid' }) }],
	tooLarge: [{ value: '0', expected: problem({ kind: 'tooLarge', status: 400 }) }],
	tokenDies: [{ value: '0', expected: all }],
	cutAfter: [{ expected: lost }, { times: 1, expected: all }],
	gzipCutAfter: [{ expected: problem({ kind: 'brokenBody', fault: 'gzip' }) }, { times: 1, expected: all }],
	noLastChunk: [{ expected: lost }, { times: 1, expected: all }],
	shorterThanAnnounced: [
		{ expected: problem({ kind: 'brokenBody', fault: 'shorterThanAnnounced' }) },
		{ times: 1, expected: all },
	],
	trickle: [{ value: '20000', expected: all }],
	stallAfter: [
		{ value: '2000', expected: silent('silentBody') },
		{ value: '2000', times: 1, expected: all },
	],
	silence: [{ expected: silent('headers') }, { times: 1, expected: all }],
	noRecords: [{ expected: { kind: 'asSent' } }],
	emptyBody: [{ expected: problem({ kind: 'unexpectedBody', found: 'empty' }) }],
	loginPage: [{ expected: problem({ kind: 'unexpectedBody', found: 'html' }) }],
	redirect: [{ expected: all }, { value: '9', expected: problem({ kind: 'redirectRefused' }) }],
	redirectElsewhere: [{ expected: problem({ kind: 'redirectRefused' }) }],
	gzipAlways: [{ expected: all }],
	announceLength: [{ expected: all }],
	byteOrderMark: [{ expected: all }],
	wrongCharset: [{ expected: all }],
	lineEndsCrLf: [{ expected: all }],
	bareNumbers: [{ expected: all }],
	unknownMembers: [{ expected: all }],
	columnsReversed: [{ expected: all }],
	wrongHeader: [
		{ formats: ['csv'], expected: problem({ kind: 'wrongHeader' }) },
		{ formats: ['json'], expected: { kind: 'asSent' } },
	],
	raggedRows: [
		{ formats: ['csv'], expected: { kind: 'asSent' } },
		{ formats: ['json'], expected: all },
	],
	shuffled: [{ expected: { kind: 'records', order: 'any' } }],
	endExclusive: [{ expected: { kind: 'asSent' } }],
	startExclusive: [{ expected: { kind: 'asSent' } }],
	edgeDuplicates: [{ expected: { kind: 'asSent' } }],
	serverLimit: [{ value: '50', expected: { kind: 'asSent' } }],
	shardsUnavailable: [{ expected: problem({ kind: 'throttled', status: 503 }) }],
	// This fault affects only the application list, so exports succeed.
	listing: [{ expected: all }],
};

interface Job {
	readonly name: string;
	readonly format: Format;
	readonly setting: FaultSetting;
	readonly expected: Expected;
}

const jobs = faults.flatMap(({ name }): Job[] =>
	cases[name].flatMap(({ value, times, expected, formats: some = formats }) =>
		some.map((format) => {
			const setting = readFaultSetting({ name, value, times });
			const words = [name, setting.value ? `=${setting.value}` : '', times ? `, ${times} times` : ''];
			return { name: `${words.join('')}, ${format}`, format, setting, expected };
		}),
	),
);

describe('exports from the sample service with an injected fault', () => {
	let results: readonly Promise<{ readonly row: Row; readonly check: () => void }>[];

	before(() => {
		results = runTogether(
			jobs.map((job) => () => runJob(job)),
			8,
		);
	});
	after(async () => {
		const settled = await Promise.allSettled(results);
		const rows = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value.row] : []));
		printTable('Sample service', rows);
	});

	for (const [index, { name, expected }] of jobs.entries()) {
		it(`${expected.kind === 'problem' ? 'reports a problem and no result' : 'exports every record'} with the sample fault ${name}`, async () => {
			(await results[index])?.check();
		});
	}
});

async function runJob({ name, format, setting, expected }: Job) {
	await using service = await startSampleService({ records: 40_000, seed, now, token: secrets.token });
	service.faults.set(setting);
	const library = evidenceFolder('sample', name);
	const plan = getPlan(format);
	// Short where a service that stays silent is expected. A busy machine needs longer to send an export.
	const silence = expected.kind === 'problem' ? 500 : 5_000;
	const { outcome, states } = await runReally({
		baseUrl: service.url,
		library,
		plan,
		failures: 1,
		network: { timeouts: { ...defaultTimeouts, headers: silence, silentBody: silence } },
		onRenew: () => service.replaceToken(secrets.renewedToken),
	});
	const files = await finishedFiles(library);
	const truth = await truthOf(service);
	const held = files.flatMap((file) => file.held.records);
	const reference = expected.kind === 'asSent' ? await receiveElsewhere(service, format) : undefined;
	const row = {
		name,
		outcome: outcome.kind === 'entry' ? told(outcome.entry.outcome) : getWord(outcome.problem),
		expected: reference?.records.length ?? truth.length,
		held: held.length,
	};
	const check = () => {
		assert.ok(truth.length > 100, 'too few records to tell anything');
		if (expected.kind === 'problem') {
			assert.ok(outcome.kind === 'problem', row.outcome);
			assert.deepEqual({ ...outcome.problem, ...expected.problem }, outcome.problem);
			assert.equal(files.length, 0, 'something looks finished');
			return;
		}
		assert.equal(outcome.kind, 'entry', `told as ${row.outcome}`);
		assert.equal(files.length, 1);
		if (reference) {
			assert.deepEqual(held, reference.records);
		} else {
			const values = files.flatMap((file) => valuesIn(file.held, askedFields));
			const inOrder = expected.kind === 'records' && expected.order === 'any' ? sorted : <T>(rows: T) => rows;
			assert.deepEqual(inOrder(values), inOrder(truth));
		}
		assert.ok(states.length > 0);
	};
	return { row, check };
}

async function truthOf(service: SampleServer): Promise<readonly string[][]> {
	const records: string[][] = [];
	const { range: _, view: __, ...rest } = getPlan('csv');
	const question = { ...rest, since: '2026-11-19 00:00:00', until: '2026-11-19 23:59:59' };
	for await (const record of service.recordsFor(question)) {
		records.push([...record]);
	}
	return records;
}

async function receiveElsewhere(service: SampleServer, format: Format) {
	const last = service.requests.list().at(-1);
	const response = await fetch(service.url + last?.url, { headers: { Authorization: `OAuth ${secrets.token}` } });
	return recordsIn(Buffer.from(await response.arrayBuffer()), format);
}

function sorted(rows: readonly string[][]): readonly string[] {
	return rows.map((row) => JSON.stringify(row)).sort();
}
