import { basename } from 'node:path';
import * as vscode from 'vscode';
import { normalizeService } from '../../core/export/model/names';
import type { KeptEntry } from '../../engine/protocol';
import type { Account } from '../../services/accounts';
import type { KeptRecords } from '../../services/keptRecords';
import type { KeptSchedule } from '../../services/keptSchedule';
import type { KeptMarks } from '../../services/news/keptMarks';
import type { KeptNode } from '../../services/treeNodes';
import { DisposableStore } from '../../shared/disposables';

/** Rows are drawn at most so often while updates get on (milliseconds). */
const pace = 500;

/** The sets of kept records of the current account by application: one look at the library for all of them. */
export class KeptRows implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<readonly string[]>());
	/** Sets of these applications came, went or got further. */
	readonly onDidChange = this.changed.event;

	private account: Account | undefined;
	private sets: readonly KeptEntry[] = [];
	private looking: Promise<void> | undefined;
	/** The sets may be others than were seen. */
	private isOld = false;
	private drawing: NodeJS.Timeout | undefined;

	constructor(
		private readonly kept: Pick<
			KeptRecords,
			'list' | 'updateOf' | 'onDidChange' | 'onDidAdvance' | 'goesWithContainer'
		>,
		private readonly schedule: Pick<KeptSchedule, 'outlookOf' | 'onDidChange'>,
		private readonly marks: Pick<KeptMarks, 'of' | 'newsOf' | 'forgetNews' | 'onDidChange'>,
		private readonly onFault: (error: unknown) => void,
	) {
		const draw = () => {
			this.drawing ??= setTimeout(() => void this.redraw(), pace);
		};
		this.store.add(
			kept.onDidChange(() => {
				this.isOld = true;
				draw();
			}),
		);
		this.store.add(kept.onDidAdvance(draw));
		this.store.add(schedule.onDidChange(draw));
		this.store.add(marks.onDidChange(draw));
		this.store.add(new vscode.Disposable(() => clearTimeout(this.drawing)));
	}

	/** Looks once per account, and then when something has changed. */
	async of(account: Account, applicationId: string): Promise<readonly KeptNode[]> {
		await this.look(account);
		return this.under(account, applicationId);
	}

	/** Those that are known, without looking. */
	under(account: Account, applicationId: string): readonly KeptNode[] {
		return account.id !== this.account?.id
			? []
			: this.sets.filter((entry) => applicationOf(entry) === applicationId).map((entry) => this.nodeOf(account, entry));
	}

	private nodeOf(account: Account, entry: KeptEntry): KeptNode {
		const [update, outlook] = [this.kept.updateOf(entry), this.schedule.outlookOf(entry)];
		const { goesWithContainer } = this.kept;
		const [mark, counts] = [this.marks.of(entry.folder), this.marks.newsOf(entry.folder)];
		const news = mark && counts && { ...counts, since: mark.at };
		return { kind: 'kept', account, entry, update, outlook, news, goesWithContainer };
	}

	/** Before the list is drawn for the first time. */
	look(account: Account): Promise<void> {
		if (this.account?.id !== account.id) {
			this.account = account;
			this.sets = [];
			this.looking = this.load(account);
		}
		return this.looking ?? Promise.resolve();
	}

	dispose(): void {
		this.store.dispose();
	}

	private async redraw(): Promise<void> {
		this.drawing = undefined;
		const { account } = this;
		if (!account) {
			return;
		}
		const before = this.sets.map(applicationOf);
		if (this.isOld) {
			this.isOld = false;
			this.looking = this.load(account);
			await this.looking;
		}
		this.changed.fire([...new Set([...before, ...this.sets.map(applicationOf)])]);
	}

	private async load(account: Account): Promise<void> {
		try {
			const sets = await this.kept.list(account);
			if (this.account?.id === account.id) {
				this.sets = sets;
			}
			const there = new Set(sets.flatMap(({ folder, known }) => (known ? [basename(folder)] : [])));
			const here = normalizeService(account.service);
			// Deleted elsewhere, or on a drive that is away.
			await this.marks.forgetNews(({ service, set }) => service === here && !there.has(set));
		} catch (error) {
			// The library's own trouble is told by the row of past exports.
			this.onFault(error);
		}
	}
}

/** The folder of an application bears its ID. */
function applicationOf({ known, folder }: KeptEntry): string {
	return known?.plan.application.id ?? folder.split(/[\\/]/).at(-2) ?? '';
}
