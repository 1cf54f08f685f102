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
} from '../../../src/shared/protocols/comparisonProtocol';
import type { Notice } from '../../../src/shared/protocols/notice';
import { type CallOptions, Channel } from '../../../src/shared/rpc';
import { shownErrorCodec } from '../../../src/shared/shownError';
import { eventually } from '../vscode/waiting';
import { theProduct } from './product';

export class StagedComparison implements vscode.Disposable {
	private readonly toHost = new vscode.EventEmitter<unknown>();
	private readonly closed = new vscode.EventEmitter<void>();
	private deliver: (message: unknown) => void = () => undefined;
	private page: Channel<ComparisonView, ComparisonHost> | undefined;
	readonly told: (keyof ComparisonView)[] = [];
	loads = 0;
	html = '';

	static async restore(saved: unknown): Promise<StagedComparison> {
		const stage = new StagedComparison();
		const { comparisonPanels } = await theProduct();
		await comparisonPanels.deserializeWebviewPanel(stage.panel(), saved);
		return stage;
	}

	static of(comparison: ChosenComparison, state?: ComparisonState): Promise<StagedComparison> {
		return StagedComparison.restore({ comparison, state });
	}

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
			{
				recordsChanged: hear('recordsChanged'),
				tracesChanged: hear('tracesChanged'),
				showGroup: hear('showGroup'),
				command: hear('command'),
			},
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

	press(caveats: readonly Notice[], label: string): Promise<void> {
		const action = caveats.flatMap(({ actions }) => actions).find((candidate) => candidate.label === label);
		assert(action, `no "${label}" in ${JSON.stringify(caveats)}`);
		return this.ask('act', { id: action.id });
	}

	heard(method: keyof ComparisonView): Promise<true> {
		return eventually(`the page is told ${method}`, async () => this.told.includes(method) || undefined);
	}

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
				// Messages are serialized as JSON, as between two processes.
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

export function getRecords({ sides }: ComparisonHost['compare']['result']): Readonly<Record<ComparedSide, number>> {
	return { before: sides.before.records, after: sides.after.records };
}

export async function chosenMeanwhile(compare: () => Promise<unknown>): Promise<ChosenComparison> {
	const { comparisonPanels } = await theProduct();
	const former = comparisonPanels.active;
	await compare();
	const panel = await eventually('A comparison', async () =>
		comparisonPanels.active === former ? undefined : comparisonPanels.active,
	);
	return panel.chosen;
}
