import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { EngineClient, engineIn } from '../../../src/engine/engineClient';
import { ResultsDocument } from '../../../src/features/results/document';
import { ResultsEditor } from '../../../src/features/results/editor';
import type { ResultsServices } from '../../../src/features/results/start';
import { ExportLibrary } from '../../../src/services/exportLibrary';
import type { Services } from '../../../src/services/services';
import type { Notice } from '../../../src/shared/protocols/notice';
import type {
	PageCommand,
	ResultsHost,
	ResultsStart,
	ResultsView,
} from '../../../src/shared/protocols/resultsProtocol';
import { type CallOptions, Channel } from '../../../src/shared/rpc';
import { shownErrorCodec } from '../../../src/shared/shownError';
import { MemoryMemento } from './memory';
import { startProduct } from './product';

export function startEngine(extension: vscode.Uri): EngineClient {
	return new EngineClient(
		engineIn(path.join(extension.fsPath, 'dist', 'engine.js')),
		{
			credentials: () => Promise.reject(new Error('records need no token')),
			deviceKey: async () => ({ secret: 'key' }),
			databaseAccess: () => Promise.reject(new Error('no database')),
			network: () => Promise.reject(new Error('records need no network')),
			ready: () => undefined,
			locateFrames: () => [],
			findSource: () => ({ kind: 'noWorkspace' }),
			findMappings: () => [],
			log: () => undefined,
		},
		(error) => console.error(error),
	);
}

export class StagedView implements vscode.Disposable {
	private readonly toHost = new vscode.EventEmitter<unknown>();
	private deliver: (message: unknown) => void = () => undefined;
	private page: Channel<ResultsView, ResultsHost> | undefined;
	private readonly watchers = new Set<() => void>();
	private readonly editor: ResultsEditor;
	readonly told: { readonly method: keyof ResultsView; readonly params: unknown }[] = [];
	html = '';
	options: vscode.WebviewOptions = {};
	active = true;
	visible = true;
	viewColumn: vscode.ViewColumn | undefined = vscode.ViewColumn.One;

	constructor(
		readonly document: ResultsDocument,
		services: ResultsServices,
	) {
		const stage = this;
		const webview = {
			set html(text: string) {
				stage.html = text;
				for (const look of [...stage.watchers]) {
					look();
				}
			},
			set options(options: vscode.WebviewOptions) {
				stage.options = options;
			},
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
			get active() {
				return stage.active;
			},
			get visible() {
				return stage.visible;
			},
			get viewColumn() {
				return stage.viewColumn;
			},
		};
		this.editor = new ResultsEditor(panel as unknown as vscode.WebviewPanel, document, services);
	}

	load(): Promise<ResultsStart> {
		// A disposed page neither responds nor makes requests.
		const hear = (method: keyof ResultsView) => (params: unknown) => {
			this.told.push({ method, params });
			for (const look of [...this.watchers]) {
				look();
			}
		};
		this.page = new Channel<ResultsView, ResultsHost>(
			{
				post: (message) => this.toHost.fire(JSON.parse(JSON.stringify(message))),
				onMessage: (listener) => {
					this.deliver = listener;
				},
			},
			{
				progress: hear('progress'),
				failed: hear('failed'),
				notices: hear('notices'),
				syncedSetChanged: hear('syncedSetChanged'),
				tracesChanged: hear('tracesChanged'),
				groupsChanged: hear('groupsChanged'),
				statesChanged: hear('statesChanged'),
				showFilters: hear('showFilters'),
				command: hear('command'),
			},
			shownErrorCodec((error) => ({ message: String(error), cancelled: false })),
		);
		return this.ask('ready', undefined);
	}

	ask<K extends keyof ResultsHost>(
		method: K,
		params: ResultsHost[K]['params'],
		options?: CallOptions<ResultsHost[K]['progress']>,
	): Promise<ResultsHost[K]['result']> {
		if (!this.page) {
			throw new Error('the page is not loaded');
		}
		return this.page.call(method, params, options);
	}

	press(notices: readonly Notice[], label: string): Promise<void> {
		const action = notices.flatMap(({ actions }) => actions).find((candidate) => candidate.label === label);
		if (!action) {
			throw new Error(`no "${label}" in ${JSON.stringify(notices)}`);
		}
		return this.ask('act', { id: action.id });
	}

	heard<K extends keyof ResultsView>(
		method: K,
		is: (params: ResultsView[K]['params']) => boolean = () => true,
	): Promise<ResultsView[K]['params']> {
		return new Promise((resolve) => {
			const look = () => {
				const found = this.told.find((told) => told.method === method && is(told.params as ResultsView[K]['params']));
				if (found) {
					this.watchers.delete(look);
					resolve(found.params as ResultsView[K]['params']);
				}
			};
			this.watchers.add(look);
			look();
		});
	}

	reloaded(html: string): Promise<void> {
		return new Promise((resolve) => {
			const look = () => {
				if (this.html !== html) {
					this.watchers.delete(look);
					resolve();
				}
			};
			this.watchers.add(look);
			look();
		});
	}

	command(id: PageCommand): Promise<void> {
		return this.editor.run(id);
	}

	tidyTriage(): Promise<void> {
		return this.editor.tidyTriage();
	}

	dispose(): void {
		this.editor.dispose();
		this.toHost.dispose();
	}
}

export interface ResultsHarness {
	readonly services: Services;
	readonly folder: string;
	readonly library: string;
	write(name: string, text: string): Promise<string>;
	documentOf(file: string): ResultsDocument;
	viewOf(document: ResultsDocument, more?: Partial<ResultsServices>): StagedView;
	keep<T extends vscode.Disposable>(item: T): T;
}

export function useResultsHarness(): ResultsHarness {
	let services: Services;
	let folder: string;
	const retained: vscode.Disposable[] = [];

	before(async () => {
		const product = await startProduct();
		services = { ...product, engine: startEngine(product.extensionUri) };
	});

	after(() => services.engine.dispose());

	beforeEach(async () => {
		folder = await mkdtemp(path.join(tmpdir(), 'app-errors-'));
		const { engine, settings } = services;
		const exports = keep(new ExportLibrary(engine, settings, vscode.Uri.file(folder), new MemoryMemento()));
		services = { ...services, exports };
	});

	afterEach(async () => {
		for (const item of retained.splice(0).reverse()) {
			item.dispose();
		}
		await vscode.commands.executeCommand('workbench.action.closeAllEditors');
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	});

	const keep = <T extends vscode.Disposable>(item: T): T => {
		retained.push(item);
		return item;
	};
	return {
		get services() {
			return services;
		},
		get folder() {
			return folder;
		},
		get library() {
			return services.exports.root;
		},
		async write(name, text) {
			const file = path.join(folder, name);
			await writeFile(file, text);
			return file;
		},
		documentOf: (file) => keep(new ResultsDocument(vscode.Uri.file(file), services.engine)),
		viewOf: (document, more) => keep(new StagedView(document, { ...services, ...more })),
		keep,
	};
}
