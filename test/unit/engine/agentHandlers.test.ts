import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ReadingToolName } from '../../../src/core/agent/agentAnswers';
import { nodeFiles } from '../../../src/core/files/durableFile';
import { utc } from '../../../src/core/plan/range';
import { noOwnCode } from '../../../src/core/stack/own/ownCode';
import { writeSet } from '../../../src/core/sync/store/setFolder';
import { agentHandlers } from '../../../src/engine/agentHandlers';
import { addExport } from '../core/export/support/library';
import { useTemporaryFolder } from '../core/export/support/temporaryFolder';
import { useOpenRecords } from './support/openRecords';

const context = { signal: new AbortController().signal, report: () => undefined };
const locks = { isLocked: async () => false, tryLock: async () => undefined };

function csv(count: number, name = 'crash'): string {
	const line = (index: number) =>
		`2026-11-14 0${index % 10}:00:00,${name},"java.lang.Error: x\n\tat a.Cart.run(Cart.kt:${index % 2})\n"\n`;
	return `error_datetime,error_name,error\n${Array.from({ length: count }, (_, index) => line(index)).join('')}`;
}

describe('agent requests to the engine', () => {
	const opened = useOpenRecords();
	const folder = useTemporaryFolder();

	function stage(running: ReadonlySet<string> = new Set()) {
		const lookedFor: string[] = [];
		const handlers = agentHandlers({
			records: opened.create(),
			runners: { running, locks },
			own: () => noOwnCode,
			host: {
				locateFrames: async ({ frames }) => frames.map(() => ({ kind: 'none', reason: { kind: 'library' } })),
				findSource: async ({ path }) =>
					path === 'Cart.kt'
						? { kind: 'found', files: [{ uri: `file:///repository/${path}`, folder: 'work', path }] }
						: { kind: 'missingFile' },
				findMappings: async ({ path }) => {
					lookedFor.push(path);
					return [];
				},
			},
		});
		const ask = async (tool: ReadingToolName, input: unknown) => {
			const libraries = [folder.path];
			const reply = await handlers.agentAnswer({ tool, input, libraries, personalColumns: [] }, context);
			return reply.kind === 'answer' ? reply.answer.text : `refused: ${reply.text}`;
		};
		return { handlers, ask, lookedFor };
	}

	it('lists exports from all services and synced records with flags, newest first', async () => {
		await addExport(folder.path, { records: csv(3), askedAt: '2026-11-20T09:02:03.000Z' });
		await addExport(folder.path, {
			records: csv(3),
			askedAt: '2026-11-20T09:02:04.000Z',
			service: 'sample',
			name: '2026-11-20T09-02-04Z-abc124',
		});
		await addExport(folder.path, { askedAt: '2026-11-20T09:02:05.000Z', name: '2026-11-20T09-02-05Z-abc125' });
		await addExport(folder.path, { askedAt: '2026-11-20T09:02:06.000Z', name: '2026-11-20T09-02-06Z-abc126' });
		const { ask } = stage(new Set(['2026-11-20T09-02-06Z-abc126']));
		const text = await ask('list_exports', {});
		const flags = [...text.matchAll(/^e\d: .*flags: ([^·\n]*)/gm)].map(([, flags = '']) => flags.trim());
		assert.deepEqual(flags, ['running', 'interrupted', 'unverified, sample', 'unverified']);
	});

	it('answers queries about an export and searches for its mapping files only once', async () => {
		await addExport(folder.path, { records: csv(30) });
		const { ask, lookedFor } = stage();
		await ask('list_exports', {});
		assert.match(await ask('top_groups', { export: 'e1' }), /^groups: 1 by frames, of 30 records/m);
		assert.match(await ask('get_group', { group: 'g1' }), /^f1: library$/m);
		assert.match(await ask('compare', { before: 'e1', after: 'e1' }), /^verdicts based on /m);
		assert.match(await ask('errors_at', { path: 'Cart.kt' }), /: 0 groups/);
		assert.match(await ask('errors_at', { path: 'Nowhere.kt' }), /^refused: .*no such file/);
		assert.equal(lookedFor.length, 1);
		assert.match(await ask('top_groups', { export: 'e7' }), /^refused: .*list_exports/);
	});

	it('answers queries about more exports than can be open at the same time', async () => {
		for (let index = 0; index < 5; index++) {
			const askedAt = `2026-11-20T09:02:0${index}.000Z`;
			await addExport(folder.path, { records: csv(index + 1), askedAt, name: `2026-11-20T09-02-0${index}Z-abc123` });
		}
		const { ask, lookedFor } = stage();
		await ask('list_exports', {});
		for (const round of [1, 2]) {
			const answers = await Promise.all([1, 2, 3, 4, 5].map((id) => ask('top_groups', { export: `e${id}` })));
			assert.deepEqual(
				answers.map((text) => /of (\d+) records;/.exec(text)?.[1]),
				['5', '4', '3', '2', '1'],
				`round ${round}`,
			);
		}
		assert.ok(lookedFor.length > 5);
	});

	it('identifies a file and a group with IDs that the user can pass to an agent', async () => {
		const { folder: found, outcome } = await addExport(folder.path, { records: csv(30) });
		const { ask, handlers } = stage();
		const path = join(found, outcome?.file ?? '');
		const libraries = [folder.path];
		const group = { filters: [], key: { kind: 'name' }, value: 'crash' } as const;
		assert.deepEqual(await handlers.agentReference({ libraries, path, group }, context), {
			exportId: 'e1',
			groupId: 'g1',
		});
		assert.match(await ask('get_group', { group: 'g1' }), /^g1: 30 records/m);
		assert.equal(await handlers.agentReference({ libraries: [], path }, context), undefined);
	});

	it('plans an export within the limits for agents', async () => {
		const { handlers } = stage();
		const planned = async (input: object) =>
			handlers.agentExportPlan({ input, zone: utc, additionalFields: [] }, context);
		assert.equal((await planned({ application: '101', range: 'last7Days' })).kind, 'answer');
		assert.equal((await planned({ application: '101', range: '2020-01-01..2026-01-01' })).kind, 'refused');
	});

	it('answers queries about synced records', async () => {
		const set = join(
			dirname(dirname((await addExport(folder.path, { records: csv(3) })).folder)),
			'101',
			'synced-abc123',
		);
		const plan = {
			application: { id: '101' },
			format: 'csv',
			fields: ['error'],
			filters: [],
			skipUnavailableShards: false,
			since: '2026-11-14',
		} as const;
		const { mkdirSync } = await import('node:fs');
		mkdirSync(set, { recursive: true });
		await writeSet(set, { version: 1, service: 'sample', plan, zone: utc, days: [] }, nodeFiles);
		assert.equal(readdirSync(set).length, 1);
		const { ask } = stage();
		assert.match(await ask('list_exports', {}), /flags: unverified, sample, synced, empty/);
	});
});
