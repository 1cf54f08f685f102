import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ChosenComparison, ComparedSide } from '../../../src/shared/comparison';
import type {
	ComparedRow,
	ComparisonAsked,
	ComparisonHost,
	ComparisonStart,
	ComparisonState,
	ComparisonView,
	FoldName,
	Obstacle,
} from '../../../src/shared/comparisonProtocol';
import { type CallOptions, Channel } from '../../../src/shared/rpc';
import { shownErrorCodec } from '../../../src/shared/shownError';
import { eventually } from '../vscode/waiting';
import { theProduct } from './product';

/** A comparison with the test in place of the page: what the page would ask, the test asks. */
export class StagedComparison implements vscode.Disposable {
	private readonly toHost = new vscode.EventEmitter<unknown>();
	private readonly closed = new vscode.EventEmitter<void>();
	private deliver: (message: unknown) => void = () => undefined;
	private page: Channel<ComparisonView, ComparisonHost> | undefined;
	/** What the page was told, oldest first. */
	readonly told: (keyof ComparisonView)[] = [];
	/** How often a page was loaded. */
	loads = 0;
	html = '';

	/** As the editor does after a reload of the window. @param kept What the page left with it. */
	static async restore(kept: unknown): Promise<StagedComparison> {
		const stage = new StagedComparison();
		const { comparisonPanels } = await theProduct();
		await comparisonPanels.deserializeWebviewPanel(stage.panel(), kept);
		return stage;
	}

	static of(comparison: ChosenComparison, state?: ComparisonState): Promise<StagedComparison> {
		return StagedComparison.restore({ comparison, state });
	}

	/** The page is loaded, or loaded anew after it was out of sight. */
	load(): Promise<ComparisonStart> {
		const hear = (method: keyof ComparisonView) => () => {
			this.told.push(method);
		};
		this.page = new Channel<ComparisonView, ComparisonHost>(
			{
				post: (message) => this.toHost.fire(JSON.parse(JSON.stringify(message))),
				onMessage: (listener) => {
					this.deliver = listener;
				},
			},
			{ recordsChanged: hear('recordsChanged'), command: hear('command') },
			shownErrorCodec((error) => ({ message: String(error), cancelled: false })),
		);
		return this.ask('ready', undefined);
	}

	ask<K extends keyof ComparisonHost>(
		method: K,
		params: ComparisonHost[K]['params'],
		options?: CallOptions<ComparisonHost[K]['progress']>,
	): Promise<ComparisonHost[K]['result']> {
		assert(this.page, 'the page is loaded');
		return this.page.call(method, params, options);
	}

	async rows(asked: ComparisonAsked, fold: FoldName): Promise<readonly ComparedRow[]> {
		const page = { asked, fold, order: 'evidence', start: 0, end: 100, trendParts: 8 } as const;
		return (await this.ask('rows', page)).rows;
	}

	/** Presses a button of an obstacle. */
	press(obstacles: readonly Obstacle[], label: string): Promise<void> {
		const action = obstacles.flatMap(({ actions }) => actions).find((candidate) => candidate.label === label);
		assert(action, `no "${label}" in ${JSON.stringify(obstacles)}`);
		return this.ask('act', { id: action.id });
	}

	heard(method: keyof ComparisonView): Promise<true> {
		return eventually(`the page is told ${method}`, async () => this.told.includes(method) || undefined);
	}

	/** The tab is closed. */
	dispose(): void {
		this.closed.fire();
		this.toHost.dispose();
		this.closed.dispose();
	}

	private panel(): vscode.WebviewPanel {
		const stage = this;
		const webview = {
			set html(text: string) {
				stage.html = text;
				stage.loads++;
			},
			options: {},
			cspSource: 'https://resources.test',
			asWebviewUri: (uri: vscode.Uri) => uri.with({ scheme: 'https', authority: 'resources.test' }),
			onDidReceiveMessage: this.toHost.event,
			postMessage: async (message: unknown) => {
				// Through JSON, as between two processes.
				const copy: unknown = JSON.parse(JSON.stringify(message));
				setImmediate(() => this.deliver(copy));
				return true;
			},
		};
		const panel = {
			webview,
			active: false,
			onDidDispose: this.closed.event,
			reveal: () => undefined,
			dispose: () => this.closed.fire(),
		};
		return panel as unknown as vscode.WebviewPanel;
	}
}

/** The records of both sides, as the page says them. */
export function recordsOf({ sides }: ComparisonHost['compare']['result']): Readonly<Record<ComparedSide, number>> {
	return { before: sides.before.records, after: sides.after.records };
}

/** What is compared in the tab that opens meanwhile. */
export async function chosenMeanwhile(compare: () => Promise<unknown>): Promise<ChosenComparison> {
	const { comparisonPanels } = await theProduct();
	const former = comparisonPanels.active;
	await compare();
	const panel = await eventually('A comparison', async () =>
		comparisonPanels.active === former ? undefined : comparisonPanels.active,
	);
	return panel.chosen;
}
