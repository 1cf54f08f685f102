import * as vscode from 'vscode';
import { AppError } from '../../core/errors';
import type { RecordQueries, RecordQuery } from '../../shared/recordsApi';
import type { ResultsHost, ResultsStart, ResultsView } from '../../shared/resultsProtocol';
import { type CallContext, Channel, type Handlers } from '../../shared/rpc';
import { troubleCodec } from '../../shared/troubleCodec';
import { runCommand } from '../../vscode/commands';
import { copyIssue, copyRecords } from './copying';
import type { Reading, ResultsDocument } from './document';
import type { ResultsServices } from './editor';
import { saveRecords } from './saving';
import { begin, type Remedies } from './start';
import { describeTrouble } from './trouble';

/** Everything said between the host and one life of the page, from its first call on. */
export class Conversation implements vscode.Disposable {
	private readonly channel: Channel<ResultsHost, ResultsView>;
	private deliver: (message: unknown) => void = () => undefined;
	private remedies: Remedies = new Map();
	/** The page has its start and can be told more. */
	private started = false;

	constructor(
		port: { readonly post: (message: unknown) => void },
		private readonly document: ResultsDocument,
		private readonly services: ResultsServices,
	) {
		this.channel = new Channel(
			{ post: port.post, onMessage: (listener) => (this.deliver = listener) },
			this.handlers(),
			troubleCodec((error) => describeTrouble(error, services.log)),
		);
	}

	/** Whether a message is the first of a page. */
	static begins(message: unknown): boolean {
		return (
			typeof message === 'object' &&
			message !== null &&
			'method' in message &&
			message.method === ('ready' satisfies keyof ResultsHost)
		);
	}

	receive(message: unknown): void {
		this.deliver(message);
	}

	/** Tells how far the file is read. */
	tell(reading: Reading): void {
		if (this.started) {
			this.say('progress', reading);
		}
	}

	/** Tells that reading ended too early. */
	fail(error: unknown): void {
		if (this.started) {
			this.say('failed', { message: describeTrouble(error, this.services.log).message });
		}
	}

	/** Hands a command to the page. */
	async run(id: string): Promise<void> {
		if (this.started) {
			await this.channel.call('command', { id });
		}
	}

	/** What either side waits for ends as cancelled. */
	dispose(): void {
		this.channel.close(new AppError({ kind: 'cancelled' }));
	}

	private handlers(): Handlers<ResultsHost> {
		const { document, services } = this;
		const forward =
			<Q extends RecordQuery>(query: Q) =>
			(params: RecordQueries[Q]['params'], { signal, report }: CallContext<RecordQueries[Q]['progress']>) =>
				document.query(query, params, { signal, onProgress: report });
		return {
			page: forward('page'),
			record: forward('record'),
			positionOf: forward('positionOf'),
			groups: forward('groups'),
			group: forward('group'),
			histogram: forward('histogram'),
			topValues: forward('topValues'),
			find: forward('find'),
			copy: forward('copy'),
			ready: () => this.start(),
			keepState: (state) => services.resultsViews.keep(document.uri, state),
			act: async ({ id }) => {
				await this.remedies.get(id)?.run();
			},
			copyRecords: ({ what }, { signal }) => copyRecords(document, what, signal),
			copyText: async ({ text }) => {
				await vscode.env.clipboard.writeText(text);
			},
			copyIssue: (params, { signal }) => copyIssue(document, params, signal),
			save: ({ what }) => saveRecords(document, what),
			openAsText: async () => {
				await runCommand('appErrors.openResultsAsText', document.uri);
			},
		};
	}

	private async start(): Promise<ResultsStart> {
		const { start, remedies } = await begin(this.document, this.services);
		this.remedies = remedies;
		// After the answer to this call, which the page waits for.
		setImmediate(() => {
			this.started = true;
			const { latest, trouble } = this.document;
			if (latest) {
				this.tell(latest);
			}
			if (trouble !== undefined) {
				this.fail(trouble);
			}
		});
		return start;
	}

	/** A page that goes out of sight answers no more, and is told everything when it comes back. */
	private say<K extends 'progress' | 'failed'>(method: K, params: ResultsView[K]['params']): void {
		this.channel.call(method, params).catch(() => undefined);
	}
}
