import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import * as vscode from 'vscode';
import type { ExportEntry } from '../../src/core/export/model/entry';
import { utc } from '../../src/core/plan/range';
import { comparisonScheme } from '../../src/ids';
import type { ExportNode, KeptNode } from '../../src/services/treeNodes';
import { useExportsStage } from '../support/host/exportsStage';
import { eventually } from '../support/vscode/waiting';

const dayMs = 86_400_000;
/** Without traces errors are told apart by name. */
const fields = ['error_name', 'error_timestamp', 'error_receive_timestamp', 'analytics_device_id', 'app_version_name'];

/** As Markdown shows it: in one line, and without what turns its order. */
const inOneLine = (text: string) =>
	text.replace(/\r\n?|[\n\t]/g, ' ').replace(/[\u202a-\u202e\u2066-\u2069]/g, '\ufffd');

describe('comparisons', () => {
	const stage = useExportsStage(6_000);

	const civil = (daysAgo: number, end: boolean) => {
		const date = new Date(Date.now() - daysAgo * dayMs);
		const clock = end ? { hour: 23, minute: 59, second: 59 } : { hour: 0, minute: 0, second: 0 };
		return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate(), ...clock };
	};
	const exported = async (from: number, to: number): Promise<ExportEntry> => {
		const entry = await stage.run({
			fields,
			range: { kind: 'between', since: civil(from, false), until: civil(to, true) },
		});
		assert(entry?.outcome);
		return entry;
	};
	const nodeOf = (entry: ExportEntry): ExportNode => ({ kind: 'export', account: stage.account, entry });
	/** Of a comparison that is made meanwhile. */
	const reported = async (compare: () => Promise<unknown>): Promise<string> => {
		const known = new Set(shown().map(({ uri }) => uri.toString()));
		await compare();
		const document = await eventually('A comparison', async () =>
			shown().find(({ uri }) => !known.has(uri.toString())),
		);
		return document.getText();
	};
	const shown = () => vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === comparisonScheme);
	const compareWith = (node: ExportNode | KeptNode, row: RegExp) =>
		reported(async () => {
			const compared = vscode.commands.executeCommand('appErrors.compareWith', node);
			await stage.person.pick(/^Compare /).choose(row);
			await compared;
		});
	/** Records of the range by what they hold in a column, counted the plain way. */
	const plainly = async ({ folder, stored, outcome }: ExportEntry, column: string) => {
		const rows: Record<string, string>[] = parse(await readFile(join(folder, outcome?.file ?? '')), { columns: true });
		const [since, until] = [stored.question.since, stored.question.until].map((time) => Date.parse(`${time}Z`) / 1000);
		const inRange = rows.filter(
			({ error_timestamp: time }) => time && Number(time) >= (since ?? 0) && Number(time) <= (until ?? 0),
		);
		return Map.groupBy(inRange, (record) => record[column] ?? '');
	};
	const countIn = (text: string, fold: string) => {
		const [, count = assert.fail(`no fold ${fold} in ${text}`)] =
			new RegExp(`^## ${fold} \\((\\d+)\\)$`, 'm').exec(text) ?? [];
		return Number(count);
	};

	afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

	it('tell of two exports what a plain count tells, and are saved as they are', async () => {
		const [before, after] = [await exported(29, 16), await exported(14, 1)];
		// Asked of the newer one: the older is before all the same.
		const text = await compareWith(nodeOf(after), /–/);
		const [one, other] = [await plainly(before, 'error_name'), await plainly(after, 'error_name')];
		const counts = ['New', 'Grown', 'Unchanged', 'Shrunk', 'Gone', 'Cannot tell'].map((fold) => countIn(text, fold));
		assert.equal(
			counts.reduce((sum, count) => sum + count, 0),
			new Set([...one.keys(), ...other.keys()]).size,
		);
		const [rows, ofBefore, ofAfter] = /^\| Records \| ([\d,]+) \| ([\d,]+) \|$/m.exec(text) ?? [];
		assert.ok(rows);
		assert.deepEqual(
			[ofBefore, ofAfter].map((count) => Number(count?.replaceAll(',', ''))),
			[one, other].map((groups) => [...groups.values()].flat().length),
		);
		const told = [
			...text.matchAll(/^### \d+\. (.*)$[^#]*?^([\d,]+) → ([\d,]+) devices · ([\d,]+) → ([\d,]+) records$/gm),
		];
		assert.ok(told.length > 0);
		for (const [, title = '', ...numbers] of told) {
			const name = title.replace(/^`+ ?| ?`+$/g, '');
			const groups = [one, other].map((all) => [...all].find(([key]) => inOneLine(key) === name)?.[1] ?? []);
			const devices = groups.map(
				(records) => new Set(records.flatMap((record) => record['analytics_device_id'] || [])).size,
			);
			assert.deepEqual(
				numbers.map((number) => Number(number.replaceAll(',', ''))),
				[...devices, ...groups.map(({ length }) => length)],
				name,
			);
		}
		assert.match(text, /Nobody has checked whether records are missing before\./);

		const folder = await mkdtemp(join(tmpdir(), 'app-errors-report-'));
		try {
			const target = vscode.Uri.file(join(folder, 'report.md'));
			const saved = vscode.commands.executeCommand('appErrors.saveComparison');
			await stage.person.saveDialog().answer(target);
			await saved;
			assert.equal(await readFile(target.fsPath, 'utf8'), text);
		} finally {
			await rm(folder, { recursive: true });
		}
	});

	it('count the same range twice on neither side', async () => {
		const [first] = [await exported(9, 2), await exported(9, 2)];
		const text = await compareWith(nodeOf(first), /–/);
		assert.match(text, /^\| Records \| 0 \| 0 \|$/m);
		assert.match(text, /The ranges share 8 days with [\d,]+ records, which are counted on neither side\./);
	});

	it('say that a side is empty, and call nothing new', async () => {
		const [empty, full] = [await exported(2000, 1990), await exported(9, 2)];
		assert.equal(empty.outcome?.rows, 0);
		const text = await compareWith(nodeOf(full), /–/);
		assert.match(text, /There are no records before\. So nothing is called new, grown, shrunk or gone\./);
		assert.equal(countIn(text, 'New'), 0);
	});

	it('show nothing when cancelled', async () => {
		const [, after] = [await exported(29, 16), await exported(14, 1)];
		const { engine } = stage.services;
		const call = engine.call.bind(engine);
		// The engine may be quicker than a person.
		let begin: () => void = () => undefined;
		const begun = new Promise<void>((resolve) => {
			begin = resolve;
		});
		engine.call = ((method, params, options) =>
			method === 'compareRecords'
				? new Promise((_, reject) => {
						begin();
						options?.signal?.addEventListener('abort', () => reject(options.signal?.reason));
					})
				: call(method, params, options)) as typeof engine.call;
		try {
			const known = shown().length;
			const compared = vscode.commands.executeCommand('appErrors.compareWith', nodeOf(after));
			await stage.person.pick(/^Compare /).choose(/–/);
			await begun;
			await stage.person.progress(/^Comparing errors of Shop for Android/).cancel();
			await compared;
			assert.equal(shown().length, known);
			assert.deepEqual(
				stage.person.messageTexts.filter((text) => /ompar/.test(text)),
				[],
			);
		} finally {
			engine.call = call;
		}
	});

	it('tell two versions of one export apart', async () => {
		const entry = await exported(29, 1);
		const versions = await plainly(entry, 'app_version_name');
		let picked: readonly string[] = [];
		const text = await reported(async () => {
			const compared = vscode.commands.executeCommand('appErrors.compareVersions', nodeOf(entry));
			const newer = stage.person.pick(/newer version/);
			const [newest = ''] = await newer.labels();
			await newer.choose(newest);
			const older = stage.person.pick(/older version/);
			const [next = ''] = await older.labels();
			await older.choose(next);
			picked = [next, newest];
			await compared;
		});
		assert.match(
			text,
			new RegExp(
				`^\\| Records \\| ${picked.map((version) => (versions.get(version)?.length ?? 0).toLocaleString('en')).join(' \\| ')} \\|$`,
				'm',
			),
		);
		assert.match(text, /this assumes that other errors did not change/);
	});

	it('take the last days of kept records with those before', async () => {
		const { kept } = stage.services;
		const plan = {
			application: { id: '101', name: 'Shop for Android' },
			format: 'csv',
			fields,
			filters: [],
			skipUnavailableShards: false,
			since: new Date(Date.now() - 16 * dayMs).toISOString().slice(0, 10),
		} as const;
		const entry = await kept.create(stage.account, plan, utc);
		await kept.update(stage.account, entry, utc);
		const [updated] = await kept.list(stage.account);
		assert(updated);
		const node: KeptNode = { kind: 'kept', account: stage.account, entry: updated, update: undefined };
		const text = await compareWith(node, /^The last 7 days with the 7 before$/);
		assert.match(text, /^- Before: .*7 days to/m);
		const [, before = '0', after = '0'] = /^\| Records \| ([\d,]+) \| ([\d,]+) \|$/m.exec(text) ?? [];
		assert.ok(Number(before.replaceAll(',', '')) > 0 && Number(after.replaceAll(',', '')) > 0);
		assert.doesNotMatch(text, /The ranges share/);
	});
});
