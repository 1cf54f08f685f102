import { basename } from 'node:path';
import * as vscode from 'vscode';
import { normalizeService } from '../../core/export/model/names';
import type { SyncedSetEntry } from '../../engine/protocol';
import type { Account } from '../../services/accounts';
import type { SyncedRecords } from '../../services/syncedRecords';
import type { SyncSchedule } from '../../services/syncSchedule';
import type { SyncedSetNode } from '../../services/treeNodes';
import type { Watermarks } from '../../services/whatsNew/watermarks';
import { DisposableOwner } from '../../shared/disposables';
import { FreshValue } from '../../shared/freshValue';

const throttleMs = 500;

/** The current account's synced sets by application. One scan of the library finds all of them. */
export class SyncedSetRows extends DisposableOwner {
	private readonly changed = this.owned.add(new vscode.EventEmitter<readonly string[]>());
	readonly onDidChange = this.changed.event;

	private account: Account | undefined;
	private sets: readonly SyncedSetEntry[] = [];
	private found: FreshValue<readonly SyncedSetEntry[]> | undefined;
	private drawing: NodeJS.Timeout | undefined;

	constructor(
		private readonly syncedRecords: Pick<
			SyncedRecords,
			'list' | 'updateOf' | 'onDidChange' | 'onDidAdvance' | 'goesWithContainer'
		>,
		private readonly schedule: Pick<SyncSchedule, 'nextUpdateOf' | 'onDidChange'>,
		private readonly watermarks: Pick<Watermarks, 'of' | 'newsOf' | 'forgetNews' | 'onDidChange'>,
		private readonly onFault: (error: unknown) => void,
	) {
		super();
		const draw = () => {
			this.drawing ??= setTimeout(() => void this.redraw(), throttleMs);
		};
		this.owned.add(
			syncedRecords.onDidChange(() => {
				this.found?.invalidate();
				draw();
			}),
		);
		this.owned.add(syncedRecords.onDidAdvance(draw));
		this.owned.add(schedule.onDidChange(draw));
		this.owned.add(watermarks.onDidChange(draw));
		this.owned.add(new vscode.Disposable(() => clearTimeout(this.drawing)));
	}

	async of(account: Account, applicationId: string): Promise<readonly SyncedSetNode[]> {
		await this.refresh(account);
		return this.under(account, applicationId);
	}

	under(account: Account, applicationId: string): readonly SyncedSetNode[] {
		return account.id !== this.account?.id
			? []
			: this.sets
					.filter((entry) => getApplication(entry) === applicationId)
					.map((entry) => this.nodeOf(account, entry));
	}

	private nodeOf(account: Account, entry: SyncedSetEntry): SyncedSetNode {
		const [update, nextUpdate] = [this.syncedRecords.updateOf(entry), this.schedule.nextUpdateOf(entry)];
		const { goesWithContainer } = this.syncedRecords;
		const [watermark, counts] = [this.watermarks.of(entry.folder), this.watermarks.newsOf(entry.folder)];
		const news = watermark && counts && { ...counts, since: watermark.at };
		return { kind: 'syncedSet', account, entry, update, nextUpdate, news, goesWithContainer };
	}

	/** Waits for a scan that started after the last change, because an earlier scan may have missed the new records. */
	async refresh(account: Account): Promise<void> {
		if (this.account?.id !== account.id) {
			this.account = account;
			this.sets = [];
			this.found = new FreshValue(() => this.load(account));
		}
		const { found } = this;
		const sets = await found?.get();
		if (sets && this.found === found) {
			this.sets = sets;
		}
	}

	private async redraw(): Promise<void> {
		this.drawing = undefined;
		const { account } = this;
		if (!account) {
			return;
		}
		const before = this.sets.map(getApplication);
		await this.refresh(account);
		this.changed.fire([...new Set([...before, ...this.sets.map(getApplication)])]);
	}

	private async load(account: Account): Promise<readonly SyncedSetEntry[]> {
		try {
			const sets = await this.syncedRecords.list(account);
			const there = new Set(sets.flatMap(({ folder, known }) => (known ? [basename(folder)] : [])));
			const here = normalizeService(account.service);
			// Removes the counts of new errors for sets that were deleted or whose drive isn't connected.
			await this.watermarks.forgetNews(({ service, set }) => service === here && !there.has(set));
			return sets;
		} catch (error) {
			// Problems with the library are not shown here, because a note above the past exports already shows them.
			this.onFault(error);
			return this.account?.id === account.id ? this.sets : [];
		}
	}
}

function getApplication({ known, folder }: SyncedSetEntry): string {
	return known?.plan.application.id ?? folder.split(/[\\/]/).at(-2) ?? '';
}
