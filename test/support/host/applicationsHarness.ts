import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { AppError, type Problem } from '../../../src/core/common/errors';
import type { ExportListing } from '../../../src/core/export/library/library';
import type { ExportEntry, Flag } from '../../../src/core/export/model/entry';
import { firstPlan, type Plan, type Question } from '../../../src/core/plan/plan';
import type { Application, ApplicationListing } from '../../../src/core/service/application';
import type { EngineClient } from '../../../src/engine/engineClient';
import { ApplicationsProvider } from '../../../src/features/applications/applicationsProvider';
import { ExportHistory } from '../../../src/features/applications/exportHistory';
import { ApplicationFilter } from '../../../src/features/applications/filter';
import { RunningRows } from '../../../src/features/applications/runningRows';
import { SyncedSetRows } from '../../../src/features/applications/syncedSetRows';
import type { Account } from '../../../src/services/accounts';
import { Applications } from '../../../src/services/applications';
import { UsedInCode } from '../../../src/services/code/usedInCode';
import { RunningExports } from '../../../src/services/runningExports';
import { SavedExports } from '../../../src/services/savedExports';
import { Watermarks } from '../../../src/services/whatsNew/watermarks';
import { DisposableStore } from '../../../src/shared/disposables';
import { MemoryMemento } from './memory';

export const home: Account = { id: 'home', service: 'https://one.test', label: 'Home', allowInsecure: false };
export const work: Account = { id: 'work', service: 'https://two.test', label: 'Work', allowInsecure: false };

export interface Asked {
	readonly accountId: string;
	readonly interactive: boolean;
	readonly signal: AbortSignal;
	answer(applications: readonly Application[], unreadable?: number): void;
	fail(problem: Problem | Error): void;
}

export class ApplicationsHarness implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly accountChanged = this.store.add(new vscode.EventEmitter<void>());
	private readonly libraryChanged = this.store.add(new vscode.EventEmitter<void>());
	private account: Account | undefined = home;
	lookUp: Promise<void> = Promise.resolve();
	readonly asked: Asked[] = [];
	private taken = 0;
	private readonly watchers = new Set<() => void>();

	library: () => Promise<ExportListing> = async () => ({ entries: [], unreadable: 0 });
	looks = 0;
	private held: Promise<void> | undefined;
	readonly faults: unknown[] = [];

	readonly applications = this.store.add(
		new Applications(
			{
				current: async () => {
					const { account, lookUp } = this;
					await lookUp;
					return account;
				},
				onDidChange: this.accountChanged.event,
			},
			{ call: this.call.bind(this) as EngineClient['call'] },
			new MemoryMemento(),
		),
	);
	readonly history = this.store.add(
		new ExportHistory(
			{
				root: '/library',
				list: async () => {
					this.looks++;
					const found = await this.library();
					await this.held;
					return found;
				},
				onDidChange: this.libraryChanged.event,
			},
			(error) => this.faults.push(error),
		),
	);
	readonly filter = this.store.add(new ApplicationFilter());
	readonly running = this.store.add(
		new RunningExports(new MemoryMemento(), { warn: (message) => this.faults.push(message) }),
	);
	private readonly rows = this.store.add(new RunningRows(this.running));
	private readonly syncedSetRows = this.store.add(
		new SyncedSetRows(
			{
				list: async () => [],
				updateOf: () => undefined,
				goesWithContainer: false,
				onDidChange: new vscode.EventEmitter<void>().event,
				onDidAdvance: new vscode.EventEmitter<void>().event,
			},
			{
				nextUpdateOf: () => ({ nextAt: undefined, trouble: undefined }),
				onDidChange: () => ({ dispose: () => undefined }),
			},
			new Watermarks(new MemoryMemento()),
			(error) => this.faults.push(error),
		),
	);
	readonly savedExports = this.store.add(new SavedExports(new MemoryMemento()));
	readonly usedInCode = this.store.add(new UsedInCode(new MemoryMemento()));
	readonly provider = this.store.add(
		new ApplicationsProvider(
			this.applications,
			this.history,
			this.rows,
			this.syncedSetRows,
			this.filter,
			this.usedInCode,
			{ roots: () => [], under: async () => [], onDidChange: new vscode.EventEmitter<void>().event },
			this.savedExports,
			() => this.applications.load().catch((error) => void this.faults.push(error)),
		),
	);

	nextAsked(): Promise<Asked> {
		const index = this.taken++;
		return this.until(() => this.asked[index]);
	}

	async list(applications: readonly Application[], unreadable = 0): Promise<void> {
		const loaded = this.applications.load();
		(await this.nextAsked()).answer(applications, unreadable);
		await loaded;
	}

	async failWith(problem: Problem | Error): Promise<void> {
		const loaded = this.applications.load();
		(await this.nextAsked()).fail(problem);
		await loaded.catch((error) => this.faults.push(error));
	}

	switchTo(account: Account | undefined): void {
		this.account = account;
		this.accountChanged.fire();
	}

	touchAccounts(): void {
		this.accountChanged.fire();
	}

	export(...entries: ExportEntry[]): void {
		this.library = async () => ({ entries, unreadable: 0 });
		this.libraryChanged.fire();
	}

	/**
	 * Delays listings of the library until `release` is called. A listing contains the exports at the time of its
	 * request.
	 */
	holdLibrary(): { release: () => void } {
		let release = () => {};
		this.held = new Promise((resolve) => {
			release = resolve;
		});
		return { release: () => release() };
	}

	dispose(): void {
		this.store.dispose();
	}

	private call(
		method: string,
		{ account }: { account: { accountId: string; interactive: boolean } },
		{ signal }: { signal: AbortSignal },
	): Promise<ApplicationListing> {
		assert.equal(method, 'listApplications');
		return new Promise((resolve, reject) => {
			signal.addEventListener('abort', () => reject(signal.reason));
			this.asked.push({
				...account,
				signal,
				answer: (applications, unreadable = 0) => resolve({ applications, unreadable }),
				fail: (problem) => reject(problem instanceof Error ? problem : new AppError(problem)),
			});
			for (const watcher of [...this.watchers]) {
				watcher();
			}
		});
	}

	private until<T>(look: () => T | undefined): Promise<T> {
		return new Promise((resolve) => {
			const watcher = () => {
				const seen = look();
				if (seen !== undefined) {
					this.watchers.delete(watcher);
					resolve(seen);
				}
			};
			this.watchers.add(watcher);
			watcher();
		});
	}
}

export function application(id: string, name?: string, details: Application['details'] = []): Application {
	return { id, name, details };
}

export function many(count: number): Application[] {
	return Array.from({ length: count }, (_, index) =>
		application(String(index + 1), `Application ${index + 1}`, [
			['bundle_id', `test.example.app${index + 1}`],
			['create_date', '2026-01-31'],
		]),
	);
}

export const shop = application('101', 'Shop for Android', [['bundle_id', 'test.example.shop']]);
export const news = application('102', 'News');
export const nameless = application('103');

export interface EntryOptions {
	readonly name?: string;
	readonly named?: string;
	readonly question?: Partial<Pick<Question, 'since' | 'until' | 'filters' | 'fields' | 'dateDimension'>>;
	readonly range?: Plan['range'];
	readonly rows?: number;
	readonly flags?: readonly Flag[];
	readonly limit?: number;
	readonly format?: Plan['format'];
	readonly view?: Plan['view'];
	readonly interrupted?: boolean;
	/** Age of the export in hours. The actual age is a few minutes more. */
	readonly hoursAgo?: number;
}

export function pastExport(applicationId: string, folder: string, options: EntryOptions = {}): ExportEntry {
	const { name, rows = 12_431, flags = [], hoursAgo = 3, interrupted = false } = options;
	const plan: Plan = {
		...firstPlan({ id: applicationId, name }),
		range: options.range ?? { kind: 'lastDays', days: 7 },
		format: options.format ?? 'csv',
		view: options.view ?? 'results',
		limit: options.limit,
	};
	const { range: _, view: __, ...asked } = plan;
	const { named } = options;
	const at = new Date(Date.now() - hoursAgo * 3_600_000 - 1000).toISOString();
	return {
		folder: `/library/${applicationId}/${folder}`,
		...(named && { name: named }),
		stored: {
			version: 1,
			service: home.service,
			plan,
			question: { ...asked, since: '2026-11-13 00:00:00', until: '2026-11-20 09:00:00', ...options.question },
			askedAt: at,
		},
		outcome: interrupted
			? undefined
			: {
					version: 1,
					file: 'records.csv',
					rows,
					bytes: 4_120_000,
					finishedAt: at,
					durationMs: 65_000,
					flags,
					proof: 'unproven',
					doubts: [],
				},
	};
}
