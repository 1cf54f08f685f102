import assert from 'node:assert/strict';
import { utc } from '../../../../src/core/plan/range';
import type { RecentDays } from '../../../../src/core/sync/model/recentDays';
import type { KnownSet } from '../../../../src/engine/protocol';
import { createRows } from '../../../../src/features/applications/overviewRows';
import type { ApplicationNode, SyncedSetNode } from '../../../../src/services/treeNodes';
import type { Watermarks } from '../../../../src/services/whatsNew/watermarks';
import { countStates } from '../../../../src/shared/syncedDays';

describe('rows of the applications overview', () => {
	const now = new Date('2026-11-20T10:00:00Z');
	const account = { id: 'work', service: 'https://api.example', label: 'Work', allowInsecure: false };
	const recent: RecentDays = { records: 70, span: { first: '2026-11-13', last: '2026-11-20' }, counts: [10, 20] };

	const rates = {
		span: { first: '2026-11-13', last: '2026-11-19' },
		total: { affected: 1, active: 9 },
		versions: [{ version: '3.1', affected: 1, active: 9 }],
	};

	const nodeOf = (id: string, name?: string): ApplicationNode => ({
		kind: 'application',
		account,
		application: { id, name, details: [] },
		pinned: false,
		added: false,
		listed: true,
	});
	const plan: KnownSet['plan'] = {
		application: { id: '101' },
		format: 'csv',
		fields: [],
		filters: [],
		skipUnavailableShards: false,
		since: '2026-11-01',
	};
	const summary: KnownSet['summary'] = {
		rows: 900,
		bytes: 1,
		setAside: 0,
		days: countStates([]),
		currentTo: '2026-11-20T09:02:00Z',
		newest: 1_000,
		recent,
	};
	const setOf = (
		folder: string,
		known: Partial<KnownSet> = {},
		change: Partial<SyncedSetNode> = {},
	): SyncedSetNode => ({
		kind: 'syncedSet',
		account,
		update: undefined,
		entry: {
			folder,
			runsElsewhere: false,
			known: {
				manifest: `${folder}/a.synced.json`,
				service: account.service,
				plan,
				zone: utc,
				paused: false,
				summary,
				...known,
			},
		},
		...change,
	});
	const rowsOf = (
		applications: readonly (readonly [ApplicationNode, ...SyncedSetNode[]])[],
		watermarks: Readonly<Record<string, { at: number; compared?: number }>> = {},
	) =>
		createRows(
			applications.map(([node, ...syncedSets]) => ({ node, syncedSets, activeFile: 'version 1' })),
			{
				now,
				devices: {
					of: ({ known }) => (known.manifest.startsWith('slow') ? 'counting' : 12),
					ratesOf: ({ activeFile }) => (activeFile === 'version 1' ? rates : undefined),
				},
				watermarks: {
					of: (folder) => {
						const { at, compared } = watermarks[folder] ?? {};
						const until = compared === undefined ? {} : { compared: { until: compared } };
						return at === undefined ? undefined : ({ at, ...until } as ReturnType<Watermarks['of']>);
					},
				},
			},
		);
	const rowOf = (sets: readonly SyncedSetNode[], watermarks?: Parameters<typeof rowsOf>[1]) => {
		const [row] = rowsOf([[nodeOf('101', 'Shop for Android'), ...sets]], watermarks);
		assert.ok(row);
		return row;
	};

	it('shows the last seven days of the synced set that a click on the row opens', () => {
		const older = setOf('older', {
			summary: { ...summary, currentTo: '2026-11-01T00:00:00Z', recent: { ...recent, records: 1 } },
		});
		const { name, platform, recent: shown } = rowOf([older, setOf('newer')]);
		assert.deepEqual([name, platform], ['Shop for Android', 'android']);
		assert.deepEqual(shown, { records: 70, devices: 12, rates, counts: [10, 20], spike: undefined });
	});

	it('shows an unnamed application with its ID and the filters of its records', () => {
		const filters = [{ field: 'app_version_name', value: '2.4.1' }] as const;
		const [row] = rowsOf([[nodeOf('104'), setOf('a', { plan: { ...plan, filters } })]]);
		assert.deepEqual([row?.name, row?.details], ['Application 104', 'app_version_name = 2.4.1']);
	});

	it('adds up the new errors of all synced sets', () => {
		const [one, other] = [
			setOf('one', {}, { news: { appeared: 2, increased: 1, since: 1 } }),
			setOf('other', {}, { news: { appeared: 1, increased: 0, since: 1 } }),
		];
		const watermarks = { one: { at: 1, compared: 1_000 }, other: { at: 1, compared: 1_000 } };
		assert.deepEqual(rowOf([one, other], watermarks).news, { appeared: 3, increased: 1 });
	});

	it('distinguishes records without new errors from records that were not reviewed or not counted', () => {
		const news = (watermarks: Parameters<typeof rowsOf>[1]) => {
			const { news, newsNote } = rowOf([setOf('a')], watermarks);
			return news ?? newsNote;
		};
		assert.deepEqual(news({ a: { at: 1_000 } }), { appeared: 0, increased: 0 });
		assert.deepEqual(news({ a: { at: 1, compared: 1_000 } }), { appeared: 0, increased: 0 });
		assert.equal(news({ a: { at: 1, compared: 900 } }), 'not counted yet');
		assert.equal(news({}), 'not reviewed yet');
	});

	it('shows the sync state and the command that is available in that state', () => {
		const statusOf = (...sets: readonly SyncedSetNode[]) => {
			const { text, isProblem, offers } = rowOf(sets).status;
			return [text.replace(/\d\d:\d\d/, '…'), isProblem, offers];
		};
		const trouble = { problem: { kind: 'unauthorized' }, at: 1, until: Number.POSITIVE_INFINITY } as never;
		const update = { folder: 'a', progress: undefined, stop: () => undefined };
		assert.deepEqual(statusOf(), ['not synced', false, 'start']);
		assert.deepEqual(statusOf(setOf('a')), ['synced at …', false, 'now']);
		assert.deepEqual(statusOf(setOf('a', { paused: true })), ['paused · synced at …', false, 'resume']);
		assert.deepEqual(statusOf(setOf('a', {}, { update })), ['syncing…', false, undefined]);
		assert.deepEqual(statusOf(setOf('a', {}, { nextUpdate: { nextAt: 1, trouble } })), [
			'token not accepted · synced at …',
			true,
			'now',
		]);
		const unreadable = { folder: 'a', known: undefined, fault: 'unreadable', runsElsewhere: false } as const;
		assert.deepEqual(statusOf({ ...setOf('a'), entry: unreadable }), ["can't be read", true, undefined]);
	});

	it('shows no counts before the first response from the service', () => {
		const { currentTo: _, ...before } = summary;
		const { recent: shown, news, newsNote } = rowOf([setOf('a', { summary: before })]);
		assert.deepEqual([shown, news, newsNote], [undefined, undefined, '']);
	});

	it('lists the applications that need attention first', () => {
		const spike = setOf('spike', { summary: { ...summary, recent: { ...recent, spike: 3 } } });
		const rows = rowsOf([
			[nodeOf('1', 'Not synced')],
			[nodeOf('2', 'Quiet'), setOf('a')],
			[nodeOf('3', 'Spike'), spike],
		]);
		assert.deepEqual(
			rows.map(({ name }) => name),
			['Spike', 'Quiet', 'Not synced'],
		);
	});
});
