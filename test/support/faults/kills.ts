import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ChunkTree, isHeld } from '../../../src/core/export/chunks/chunkTree';
import { readJournal } from '../../../src/core/export/chunks/journal';
import { readEntry } from '../../../src/core/export/library/entryFiles';
import type { ExportEntry, ExportProgress } from '../../../src/core/export/model/entry';
import type { Plan } from '../../../src/core/plan/plan';
import { type SampleServer, startSampleService } from '../../../src/sample/service';
import { getPlan } from '../../unit/core/export/support/plans';
import { Random } from '../random';
import { recordsIn, valuesIn } from './oracle';
import { buildWindow, WindowProcess } from './windowProcess';

type Moment =
	/** Kills the process `delayMs` after the given number of progress reports. The first report is not counted. */
	| { readonly kind: 'reports'; readonly reports: number; readonly delayMs: number }
	| { readonly kind: 'state'; readonly state: ExportProgress['state']; readonly delayMs: number };

const application = { id: '101', name: 'Shop for Android' };
const zone = { kind: 'named', name: 'Europe/Berlin' } as const;

/** Fields of the export. The time field is omitted, but the export must request it to distinguish equal records. */
const fields = ['error', 'error_id', 'error_name', 'os_version'];

const plan: Partial<Plan> = {
	application,
	fields,
	chunking: 'day',
	range: {
		kind: 'between',
		since: { year: 2026, month: 10, day: 15, hour: 6, minute: 0, second: 0 },
		until: { year: 2026, month: 11, day: 4, hour: 21, minute: 30, second: 0 },
	},
};

export interface KillOptions {
	readonly kills: number;
	readonly seed: number;
}

/** Kills exports at random moments, resumes them, and compares the results with the records of the service. */
export async function killExports({ kills, seed }: KillOptions): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'app-errors-kills-'));
	const random = new Random(seed);
	try {
		buildWindow(join(folder, 'programs'));
		await using service = await startSampleService({ records: 9000, seed, now: Date.UTC(2026, 10, 20, 9) });
		const killer = new Killer(service, folder, random);
		for (let exports = 1; killer.killed < kills; exports++) {
			assert.ok(exports <= kills, 'exports end before they can be killed');
			await killer.exportOnce(exports % 2 === 0 ? 'json' : 'csv', kills);
		}
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

class Killer {
	killed = 0;

	constructor(
		private readonly service: SampleServer,
		private readonly folder: string,
		private readonly random: Random,
	) {}

	async exportOnce(format: 'csv' | 'json', kills: number): Promise<void> {
		const library = join(this.folder, `library-${this.killed}`);
		this.service.requests.clear();
		let left: ExportEntry | undefined;
		let tree: ChunkTree | undefined;
		for (;;) {
			const before = heldIn(tree);
			const asked = this.service.requests.list().length;
			const moment = this.killed < kills ? this.getMoment(tree) : undefined;
			const entry = await this.runUntil(moment, library, left, format);
			const now = this.service.requests.list().slice(asked);
			const again = now.filter(({ url }) => before.has(new URL(url, 'http://x').searchParams.get('date_since') ?? ''));
			assert.deepEqual(again, [], 'nothing that is on the disk is asked for again');
			if (entry) {
				await this.compare(entry);
				return;
			}
			this.killed++;
			left = await onlyExport(library);
			tree = left && (await readJournal(left.folder));
			// If the process was killed before it saved the query, the export must be restarted.
			if (left?.outcome) {
				await this.compare(left);
				return;
			}
		}
	}

	/** Returns the next moment to kill the process: usually early, or while joining chunks if few chunks are left. */
	private getMoment(tree: ChunkTree | undefined): Moment {
		const delayMs = this.random.pick([0, 0, this.random.below(5), this.random.below(60)]);
		const states = ['joining', 'checking', 'begun', 'asking'] as const;
		const late = tree && tree.resumable.chunks - tree.resumable.done < 3;
		if (late && this.random.chance(0.7)) {
			return { kind: 'state', state: 'joining', delayMs };
		}
		return this.random.chance(0.3)
			? { kind: 'state', state: this.random.pick(states), delayMs }
			: { kind: 'reports', reports: 1 + this.random.below(12), delayMs };
	}

	private async runUntil(
		moment: Moment | undefined,
		library: string,
		left: ExportEntry | undefined,
		format: 'csv' | 'json',
	): Promise<ExportEntry | undefined> {
		const { url, token } = this.service;
		const window = WindowProcess.open(join(this.folder, 'programs'), { baseUrl: url, token });
		let reports = 0;
		let due = () => {};
		const reached = new Promise<void>((resolve) => {
			due = resolve;
		});
		const onProgress = ({ state }: ExportProgress) => {
			reports++;
			if (moment?.kind === 'reports' ? reports > moment.reports : moment?.state === state) {
				due();
			}
		};
		const order = {
			account: { accountId: 'a', service: url, interactive: false },
			additionalFields: [],
			library,
			waitLimitMinutes: 5,
		};
		const running = left
			? window.call('resumeExport', { ...order, libraries: [library], folder: left.folder }, { onProgress })
			: window.call('runExport', { ...order, plan: getPlan({ ...plan, format }), zone }, { onProgress });
		try {
			return await Promise.race([running, reached.then(() => delay(moment?.delayMs, undefined))]);
		} finally {
			running.catch(() => undefined);
			await window.kill();
		}
	}

	private async compare({ folder, stored, outcome }: ExportEntry): Promise<void> {
		assert.ok(outcome);
		const { format } = stored.question;
		const held = recordsIn(readFileSync(join(folder, outcome.file)), format);
		const expected: string[] = [];
		for await (const values of this.service.recordsFor(stored.question)) {
			expected.push(JSON.stringify(values));
		}
		assert.ok(expected.length > 1000, `${expected.length} records`);
		const found = valuesIn(held, stored.question.fields).map((values) => JSON.stringify(values));
		assert.deepEqual(found.toSorted(), expected.toSorted());
		assert.equal(outcome.rows, expected.length);
	}
}

function heldIn(tree: ChunkTree | undefined): ReadonlySet<string> {
	return new Set(tree?.leaves.filter(isHeld).map(({ chunk }) => chunk.since));
}

async function onlyExport(library: string): Promise<ExportEntry | undefined> {
	const entries = readdirSync(library, { recursive: true, encoding: 'utf8' }).filter((path) =>
		path.endsWith('request.json'),
	);
	assert.ok(entries.length <= 1);
	const [question] = entries;
	return question === undefined ? undefined : readEntry(join(library, question, '..'));
}
