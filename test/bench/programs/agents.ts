import { linkSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ReadingToolName } from '../../../src/core/agent/agentAnswers';
import { writeOutcome, writeQuestion } from '../../../src/core/export/library/entryFiles';
import { applicationFolder } from '../../../src/core/export/library/library';
import { nodeFiles } from '../../../src/core/files/durableFile';
import { createQueries } from '../../../src/core/records/queries';
import { FreshTables } from '../../../src/core/records/read/freshTables';
import { KnownMapIds } from '../../../src/core/stack/mapping/knownMapIds';
import { OpenMappings } from '../../../src/core/stack/mapping/openMappings';
import { noOwnCode } from '../../../src/core/stack/own/ownCode';
import { agentHandlers } from '../../../src/engine/agentHandlers';
import { OpenRecords } from '../../../src/engine/recordSessions';
import { plainContext } from '../queryTimes';

const service = 'https://api.example.com';
const askedAt = '2026-11-20T09:02:03.000Z';
const turns = 5;

async function addExport(library: string, path: string): Promise<void> {
	const application = { id: '101' };
	const shared = {
		application,
		format: 'csv',
		dateDimension: 'default',
		fields: ['error'],
		filters: [],
		byteOrderMark: false,
		skipUnavailableShards: false,
	} as const;
	const question = { ...shared, since: '2026-11-13 00:00:00', until: '2026-11-20 09:00:00' };
	const plan = { ...shared, view: 'results', range: { kind: 'lastDays', days: 7 } } as const;
	const folder = join(applicationFolder(library, service, application.id), '2026-11-20T09-02-03Z-abc123');
	mkdirSync(folder, { recursive: true });
	await writeQuestion(folder, { version: 1, service, plan, question, askedAt }, nodeFiles);
	const file = 'shop_2026-11-13_2026-11-20.errors.csv';
	linkSync(path, join(folder, file));
	const counts = { rows: 1_000_000, bytes: statSync(path).size, finishedAt: askedAt, durationMs: 5 };
	const outcome = { version: 1, file, ...counts, flags: [], proof: 'unproven', doubts: [] } as const;
	await writeOutcome(folder, outcome, nodeFiles);
}

async function main(path: string): Promise<void> {
	const library = mkdtempSync(join(dirname(path), 'agents-'));
	try {
		await addExport(library, path);
		const mappings = { source: new OpenMappings(), ids: new KnownMapIds() };
		const { agentAnswer } = agentHandlers({
			records: new OpenRecords(
				(table) => createQueries(table),
				new FreshTables(),
				mappings,
				() => Promise.reject(new Error('no database')),
			),
			runners: { running: new Set(), locks: { isLocked: async () => false, tryLock: async () => undefined } },
			own: () => noOwnCode,
			host: {
				locateFrames: async ({ frames }) => frames.map(() => ({ kind: 'none', reason: { kind: 'library' } })),
				findSource: async ({ path }) => ({
					kind: 'found',
					files: [{ uri: `file:///repository/${path}`, folder: 'work', path }],
				}),
				findMappings: async () => [],
			},
		});
		const ask = async (tool: ReadingToolName, input: object) => {
			const question = { tool, input, libraries: [library], personalColumns: [] };
			const started = performance.now();
			const reply = await agentAnswer(question, plainContext);
			if (reply.kind !== 'answer') {
				throw new Error(reply.text);
			}
			return { ms: performance.now() - started, text: reply.answer.text };
		};
		const numbers: Record<string, number> = {};
		const timed = async (
			name: string,
			tool: ReadingToolName,
			inputOf: (turn: number) => object,
			hear: (text: string) => void = () => undefined,
		) => {
			const [first, again]: [number[], number[]] = [[], []];
			for (let turn = 0; turn < turns; turn++) {
				const input = inputOf(turn);
				first.push((await ask(tool, input)).ms);
				const { ms, text } = await ask(tool, input);
				again.push(ms);
				hear(text);
			}
			const median = (times: number[]) => times.sort((a, b) => a - b)[turns >> 1] ?? 0;
			numbers[`${name}Ms`] = median(first);
			numbers[`${name}AgainMs`] = median(again);
		};
		await ask('list_exports', {});
		numbers['openMs'] = (await ask('top_groups', { export: 'e1', limit: 25 })).ms;
		await timed('list', 'list_exports', () => ({}));
		let after = '';
		await timed(
			'groups',
			'top_groups',
			() => ({ export: 'e1', limit: 25, ...(after && { after }) }),
			(text) => {
				after = /after="(g\d+)"/.exec(text)?.[1] ?? after;
			},
		);
		await timed('filtered', 'top_groups', (turn) => ({ export: 'e1', limit: 25, filters: [`os_version:${7 + turn}`] }));
		await timed('group', 'get_group', (turn) => ({ group: `g${turn + 1}`, breakdown: ['app_version_name'] }));
		await timed('compare', 'compare', (turn) => ({ export: 'e1', a: `4.${turn}.0`, b: `4.${turn + 4}.0` }));
		const words = ['order 3', 'CartRepository', 'step217', 'nowhere to be found', 'shop.SessionStore.step1'];
		await timed('search', 'search_records', (turn) => ({ export: 'e1', query: `"${words[turn]}"` }));
		await timed('values', 'search_records', (turn) => ({ export: 'e1', query: `country:DE os_version:${7 + turn}` }));
		await timed('place', 'errors_at', (turn) => ({ path: `src/${['FeedAdapter', 'ImageLoader'][turn % 2]}.kt` }));
		console.log(JSON.stringify({ ...numbers, peakMb: process.resourceUsage().maxRSS / 1024 }));
	} finally {
		rmSync(library, { recursive: true, force: true });
	}
}

void main(process.argv[2] ?? '');
