import assert from 'node:assert/strict';
import { createQueries } from '../../../../src/core/records/queries';
import { changeTriage, newTriageDocument, triagedGroup, triageId } from '../../../../src/core/triage/changeTriage';
import { TriageJudge } from '../../../../src/core/triage/judgeGroup';
import { containsFix } from '../../../../src/core/triage/releaseLines';
import { serializeTriage } from '../../../../src/core/triage/serializeTriage';
import { TriageEntries } from '../../../../src/core/triage/triageEntries';
import type { GroupValue } from '../../../../src/shared/groupValue';
import type { GroupKey } from '../../../../src/shared/results';
import type { TriageDecision, TriageStatus } from '../../../../src/shared/triage';
import { useTemporaryFolder } from '../export/support/temporaryFolder';
import { openText } from '../records/support/tables';
import { parsed } from './support/triageTexts';

const key: GroupKey = { kind: 'name' };
const now = new Date('2026-11-21T10:00:00Z');

type Row = readonly [name: string, version: string, time: string, device?: string];

const header = 'error_name,app_version_name,error_datetime,hashed_device_id';

describe('triage states of groups', () => {
	const folder = useTemporaryFolder();

	async function statusOf(decision: TriageDecision, rows: readonly Row[]): Promise<TriageStatus> {
		const lines = rows.map(([name, version, time, device = 'd1']) => `${name},${version},${time},${device}`);
		await using table = await openText(folder.path, 'records.csv', `${[header, ...lines].join('\n')}\n`);
		const { answer } = createQueries(table);
		const { signal } = new AbortController();
		const info = await table.load(signal, () => undefined);
		const query = async (name: string, params: unknown) =>
			(answer as Readonly<Record<string, (params: unknown, context: unknown) => unknown>>)[name]?.(params, {
				signal,
				report: () => undefined,
			}) as never;
		const entries = entriesWith('Crash', decision);
		return (await new TriageJudge({ query }, info, entries, now, signal).judge(key, 'Crash')).status;
	}

	function entriesWith(value: GroupValue, decision: TriageDecision): TriageEntries {
		const group = triagedGroup(key, value);
		assert.ok(group);
		const document = changeTriage(newTriageDocument(group), { decision });
		const files = document ? [{ id: triageId(key, value), entry: parsed(serializeTriage(document)) }] : [];
		return new TriageEntries(files);
	}

	const fixed = (...versions: string[]): TriageDecision => ({ state: 'fixed', versions });

	it('reports a fixed group as regressed if a later version has records after the release of the fix', async () => {
		const { state, regression } = await statusOf(fixed('3.2'), [
			['Crash', '3.1', '2026-11-01 10:00:00'],
			['Other', '3.2', '2026-11-10 10:00:00'],
			['Crash', '3.2', '2026-11-11 10:00:00'],
			['Crash', '3.2.1', '2026-11-12 10:00:00'],
		]);
		assert.equal(state, 'regressed');
		assert.deepEqual(regression, { version: '3.2.1', records: 2 });
	});

	it('keeps a group fixed if only earlier versions still have records after the release', async () => {
		const { state, regression, unfixed } = await statusOf(fixed('3.2'), [
			['Other', '3.2', '2026-11-10 10:00:00'],
			['Crash', '3.1', '2026-11-19 10:00:00'],
			['Crash', '3.0', '2026-11-20 10:00:00'],
			['Crash', '3.2-beta1', '2026-11-20 10:00:00'],
		]);
		assert.equal(state, 'fixed');
		assert.equal(regression, undefined);
		assert.deepEqual(unfixed, { version: '3.2-beta1', records: 3 });
	});

	it('does not treat records from before the first record of a fixed version as a regression', async () => {
		const { state } = await statusOf(fixed('3.2'), [
			['Other', '3.2', '2026-11-10 10:00:00'],
			['Crash', '3.2.1', '2026-11-09 10:00:00'],
		]);
		assert.equal(state, 'fixed');
	});

	it('compares the records of each release line with the fix in that line', async () => {
		const versions = ['4.0.0', '3.2.5', '3.1.4'];
		const released: Row[] = versions.map((version) => ['Other', version, '2026-11-10 10:00:00']);
		for (const [version, state] of [
			['3.1.3', 'fixed'],
			['3.1.4', 'regressed'],
			['3.1.10', 'regressed'],
			['3.2.4', 'fixed'],
			['3.2.6', 'regressed'],
			['4.0.1', 'regressed'],
			['4.0.0-rc1', 'fixed'],
		] as const) {
			const status = await statusOf(fixed(...versions), [...released, ['Crash', version, '2026-11-12 10:00:00']]);
			assert.equal(status.state, state, version);
		}
	});

	for (const [version, versions, expected] of [
		['8.0.1', ['8.1'], false],
		['8.1', ['8.1.0'], true],
		['v8.1 (812)', ['8.1'], true],
		['8.2', ['8.1'], true],
		['10.0', ['9.4'], true],
		['3.0.9', ['3.2.0', '3.1.4'], false],
		['3.3.0', ['3.2.0', '3.1.4'], true],
		['2.9', ['3.2.0', '3.1.4'], false],
	] as const) {
		it(`${expected ? 'includes' : 'excludes'} version ${version} for a fix in ${versions.join(' and ')}`, () => {
			assert.equal(containsFix(version, versions), expected);
		});
	}

	for (const [what, until, state] of [
		['on the last day of the period', { date: '2026-11-21' }, 'ignored'],
		['on the day after the period', { date: '2026-11-20' }, 'backAgain'],
		['before the version has records', { version: '3.3' }, 'ignored'],
		['after a record of the version', { version: '3.2.0' }, 'backAgain'],
		['at the maximum number of devices', { devices: 2 }, 'ignored'],
		['at one more device than the maximum', { devices: 1 }, 'backAgain'],
		['at the maximum number of records', { records: 3 }, 'ignored'],
		['at one more record than the maximum', { records: 2 }, 'backAgain'],
		['after the first of several end conditions', { date: '2026-12-01', records: 2 }, 'backAgain'],
	] as const) {
		it(`reports an ignored group as ${state}: ${what}`, async () => {
			const status = await statusOf({ state: 'ignored', until }, [
				['Crash', '3.1', '2026-11-01 10:00:00', 'd1'],
				['Crash', '3.2', '2026-11-02 10:00:00', 'd2'],
				['Crash', '3.2', '2026-11-03 10:00:00', 'd2'],
			]);
			assert.equal(status.state, state);
		});
	}

	it('reports groups without a triage file as open', async () => {
		const rows: Row[] = [['Crash', '3.1', '2026-11-01 10:00:00']];
		assert.equal((await statusOf({ state: 'open' }, rows)).state, 'open');
		assert.equal((await statusOf({ state: 'acknowledged' }, rows)).state, 'acknowledged');
	});
});
