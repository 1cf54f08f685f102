import * as vscode from 'vscode';
import { AppError } from '../../core/common/errors';
import type { ApplicationsView, ListingState } from '../../services/applications';
import { runCommand } from '../../services/commands';
import { describeError } from '../../services/pages/describeError';
import { beginsPage, loadPage } from '../../services/pages/loadPage';
import type { Services } from '../../services/services';
import type { ApplicationNode } from '../../services/treeNodes';
import { DisposableStore } from '../../shared/disposables';
import type {
	OverviewCommand,
	OverviewHost,
	OverviewState,
	OverviewView,
} from '../../shared/protocols/overviewProtocol';
import { Channel, type Handlers } from '../../shared/rpc';
import { shownErrorCodec } from '../../shared/shownError';
import { newestSet } from './newestSet';
import { describeNote } from './noteMessages';
import { countedSet, createRows, type OverviewApplication } from './overviewRows';
import type { RecentDevices } from './recentDevices';
import type { SyncedSetRows } from './syncedSetRows';

/** Time in milliseconds within which changes are combined, for example the progress of several syncs. */
const throttleMs = 200;

export interface OverviewOptions
	extends Pick<Services, 'activeDevices' | 'applications' | 'extensionUri' | 'log' | 'settings' | 'watermarks'> {
	readonly whatsNewWatcher: Pick<Services['whatsNewWatcher'], 'watch'>;
	readonly syncedSetRows: Pick<SyncedSetRows, 'refresh' | 'under' | 'onDidChange'>;
	readonly devices: RecentDevices;
	/** Returns the applications in the sidebar, regardless of its search filter. */
	readonly nodesOf: (view: ApplicationsView) => Promise<readonly ApplicationNode[]>;
	/** Loads the list of applications. Never rejects. */
	readonly load: () => Promise<void>;
}

/** Webview panel of the overview. Its page is reloaded whenever the panel becomes visible. */
export class OverviewPanel implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private channel: Channel<OverviewHost, OverviewView> | undefined;
	private deliver: (message: unknown) => void = () => undefined;
	private shown: readonly OverviewApplication[] = [];
	private drawing: NodeJS.Timeout | undefined;
	private reads = 0;

	constructor(
		private readonly panel: vscode.WebviewPanel,
		private readonly options: OverviewOptions,
	) {
		const { applications, settings, syncedSetRows, extensionUri } = options;
		const { store } = this;
		store.add(panel.webview.onDidReceiveMessage((message) => this.receive(message)));
		store.add(panel.onDidChangeViewState(() => this.visibilityChanged()));
		store.add(applications.onDidChange(() => this.redraw()));
		store.add(syncedSetRows.onDidChange(() => this.redraw()));
		store.add(settings.onDidChange('appErrors.activeDevices', () => this.redraw()));
		loadPage(panel.webview, extensionUri, 'overview');
	}

	redraw(): void {
		this.drawing ??= setTimeout(() => {
			this.drawing = undefined;
			this.show().catch((error) => describeError(error, 'overview', this.options.log));
		}, throttleMs);
	}

	dispose(): void {
		clearTimeout(this.drawing);
		this.channel?.close(new AppError({ kind: 'cancelled' }));
		this.channel = undefined;
		this.options.devices.count([]);
		this.store.dispose();
	}

	private visibilityChanged(): void {
		if (!this.panel.visible) {
			this.options.devices.count([]);
		}
	}

	private receive(message: unknown): void {
		if (beginsPage(message)) {
			// Messages for the previous page must not reach the new page, which reuses request IDs.
			this.channel?.close(new AppError({ kind: 'cancelled' }));
			this.channel = new Channel(
				{
					post: (reply) => void this.panel.webview.postMessage(reply),
					onMessage: (listener) => {
						this.deliver = listener;
					},
				},
				this.handlers(),
				shownErrorCodec((error) => describeError(error, 'overview', this.options.log)),
			);
		}
		this.deliver(message);
	}

	private handlers(): Handlers<OverviewHost> {
		const find = (id: string) => this.shown.find(({ node }) => node.application.id === id);
		const withNode = (id: string, run: (node: ApplicationNode) => Thenable<unknown>) => {
			const { node } = find(id) ?? {};
			// The page doesn't wait for the command, which may prompt the user or sync records for minutes.
			void (node && run(node));
		};
		return {
			ready: async () => {
				const state = await this.read();
				this.countNews();
				return { state, strings: { ...vscode.l10n.bundle }, language: vscode.env.language };
			},
			open: ({ id }) => withNode(id, (node) => runCommand('appErrors.openApplication', node)),
			whatsNew: ({ id }) => withNode(id, (node) => runCommand('appErrors.whatsNew', node)),
			sync: ({ id }) => withNode(id, (node) => sync(node, find(id)?.syncedSets ?? [])),
			run: ({ command }) => void runCommand(commands[command]),
		};
	}

	private async show(): Promise<void> {
		const { channel } = this;
		if (!channel || !this.panel.visible) {
			return;
		}
		const reads = this.reads + 1;
		const state = await this.read();
		if (reads === this.reads && channel === this.channel) {
			// A hidden page doesn't respond. It requests the state when it becomes visible again.
			channel.call('show', state).catch(() => undefined);
		}
	}

	private async read(): Promise<OverviewState> {
		const reads = ++this.reads;
		const { applications, syncedSetRows, watermarks, devices, nodesOf, load } = this.options;
		const view = await applications.view();
		if (!view) {
			this.shown = [];
			return { kind: 'signedOut' };
		}
		const { account, listing } = view;
		const [nodes] = await Promise.all([nodesOf(view), syncedSetRows.refresh(account)]);
		if (listing.kind === 'unknown') {
			void load();
		}
		const shown = await Promise.all(
			nodes.map(async (node) => {
				const { id } = node.application;
				return {
					node,
					syncedSets: syncedSetRows.under(account, id),
					activeFile: await this.options.activeDevices.versionOf(id),
				};
			}),
		);
		if (reads === this.reads) {
			this.shown = shown;
			devices.count(this.panel.visible ? shown.flatMap((application) => countedSet(application) ?? []) : []);
		}
		if (shown.length === 0 && (listing.kind === 'unknown' || listing.kind === 'loading')) {
			return { kind: 'loading' };
		}
		const rows = createRows(shown, { watermarks, devices, now: new Date() });
		return { kind: 'listed', rows, failure: describeFailure(listing) };
	}

	private countNews(): void {
		for (const { entry } of this.shown.flatMap(({ syncedSets }) => syncedSets)) {
			this.options.whatsNewWatcher.watch(entry);
		}
	}
}

const commands = {
	signIn: 'appErrors.signIn',
	exploreSampleData: 'appErrors.exploreSampleData',
	addApplication: 'appErrors.addApplication',
	refreshApplications: 'appErrors.refreshApplications',
} as const satisfies Record<OverviewCommand, string>;

function sync(node: ApplicationNode, syncedSets: OverviewApplication['syncedSets']): Thenable<unknown> {
	const set = newestSet(syncedSets);
	if (!set) {
		return runCommand('appErrors.syncRecords', node);
	}
	return runCommand(set.entry.known?.paused ? 'appErrors.resumeSync' : 'appErrors.syncNow', set);
}

function describeFailure(listing: ListingState): string | undefined {
	switch (listing.kind) {
		case 'failed':
			return describeNote({ about: 'listingFailure', problem: listing.problem }).whole;
		case 'broken':
			return describeNote({ about: 'listingFault' }).whole;
		default:
			return undefined;
	}
}
