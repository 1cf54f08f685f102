import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { cancelled, throwIfAborted } from '../common/cancellation';
import { AppError, isProblem } from '../common/errors';
import type { Log } from '../common/log';
import { collect } from '../service/collect';
import { type ServerSettings, settingsFor, settingsOfChange } from './askedSettings';
import { type DatabaseAccess, securedUrl } from './databaseAddress';
import type { DatabaseAnswer, PostStatement, RowPacking } from './databaseRequest';
import { Deadline } from './deadline';
import { IncrementalResultParser } from './incrementalResultParser';
import { textLiteral } from './literals';
import { Panes } from './panes';
import { readRefusal, refusalWithin } from './refusal';

export interface DatabaseQuestion {
	/** Single SELECT statement without a FORMAT clause. */
	readonly sql: string;
	readonly maxRows: number;
	/** Maximum size of the response, in bytes. By default, 64 MiB for `rows` and no limit for `batches`. */
	readonly maxBytes?: number;
	/** Pane that shows the result. A new query for the same pane cancels the previous query. */
	readonly pane?: string;
	readonly signal: AbortSignal;
	readonly onProgress?: (share: number) => void;
}

interface DatabaseChange {
	readonly sql: string;
	/**
	 * Rows for an INSERT statement, in the format that the statement specifies. A chunk is valid until the next one is
	 * requested.
	 */
	readonly rows?: AsyncIterable<Uint8Array>;
	/** True if executing the statement twice is harmless, so that it can be retried when its outcome is unknown. */
	readonly repeatable: boolean;
	readonly signal: AbortSignal;
}

export interface DatabaseServer extends ServerSettings {
	/** Components of the server's version number, such as 18, 16, 1. Empty until the server has been queried. */
	readonly version: readonly number[];
	readonly knownSettings: ReadonlySet<string>;
	readonly isHere: boolean;
}

export interface DatabaseDependencies {
	readonly post: PostStatement;
	readonly log: Log;
	readonly maxSeconds?: number;
	readonly transferSeconds?: number;
	readonly busyDelays?: readonly number[];
}

const defaultSeconds = 30;

const defaultTransferSeconds = 30;

const changeSeconds = 3600;

/**
 * Interval in milliseconds at which the client checks whether a killed query has ended. `endedPatience` limits the
 * total waiting time.
 */
const endedPause = 100;
const endedPatience = 60_000;

const defaultMaxBytes = 64 * 1024 * 1024;

const maxAnswerBytes = 64 * 1024;

const maxKilled = 10_000;
const maxKilledBytes = 16 * 1024 * 1024;

const defaultBusyDelays = [250, 500, 1000, 2000, 4000];

const firstWithZstd = 22;

const progressPause = 400;

const progressPatience = 5000;

/** Delays in milliseconds between attempts to kill an abandoned query, which may not have started yet. */
const killDelays = [0, 150, 600];

/** Network errors after which the server may still be executing the query. */
const mayHaveArrived: ReadonlySet<string> = new Set(['reset', 'timeout', 'other']);

/** Server error code for a query that can't be killed yet. */
const cannotEnd = 380;

const killPatience = 10_000;

/** Sends queries over HTTP and returns only complete results. Abandoned queries are killed on the server. */
export class DatabaseClient implements AsyncDisposable {
	readonly id = randomUUID();
	private count = 0;
	private readonly panes = new Panes();
	private readonly ending = new Set<Promise<void>>();
	private readonly closing = new AbortController();

	/** Call `connectDatabase` instead, which also checks the server's version and settings. */
	constructor(
		private readonly access: DatabaseAccess,
		private readonly dependencies: DatabaseDependencies,
		readonly server: DatabaseServer,
	) {}

	/** Returns all rows of the result. Every cell is a string, and NULL becomes an empty string. */
	async rows(question: DatabaseQuestion): Promise<readonly (readonly string[])[]> {
		const rows: string[][] = [];
		for await (const batch of this.ask(question, true)) {
			for (const row of batch) {
				rows.push(row);
			}
		}
		return rows;
	}

	/** Returns batches of rows as they arrive. The rows are valid only if the iteration ends without an error. */
	batches(question: DatabaseQuestion): AsyncIterable<readonly (readonly string[])[]> {
		return this.ask(question, false);
	}

	/** Executes a change and waits until it ends. A change that fails may be partially applied. */
	async change({ sql, rows, repeatable, signal: given }: DatabaseChange): Promise<void> {
		const signal = AbortSignal.any([given, this.closing.signal]);
		const delays = [...(this.dependencies.busyDelays ?? defaultBusyDelays)];
		for (let lost = false; ; ) {
			throwIfAborted(signal);
			const id = `${this.id}-${++this.count}`;
			try {
				using deadline = new Deadline(signal, (changeSeconds + this.transferSeconds) * 1000);
				const refusal = await this.changeOnce(id, sql, rows, deadline);
				if (!refusal) {
					return;
				}
				const delay = isProblem(refusal, 'databaseBusy') && !rows ? delays.shift() : undefined;
				if (delay === undefined) {
					throw refusal;
				}
				await pause(delay, undefined, { signal });
			} catch (error) {
				const isLost = isProblem(error, 'databaseNetwork') && mayHaveArrived.has(error.problem.fault);
				if (isLost || signal.aborted) {
					await this.endAll(id).catch(() => this.dependencies.log('warn', 'Failed to cancel a database mutation'));
				}
				if (signal.aborted) {
					throw cancelled();
				}
				if (!isLost || lost || !repeatable || rows) {
					throw error;
				}
				lost = true;
			}
		}
	}

	/** Kills all queries whose IDs start with `beginning`, and waits until they end. Throws `databaseBusy` on timeout. */
	async endAll(beginning: string): Promise<void> {
		const signal = AbortSignal.timeout(endedPatience);
		const those = `substring(query_id, 1, ${beginning.length}) = ${textLiteral(beginning)}`;
		while ((await this.kill(those, signal)) !== 'none') {
			if (signal.aborted) {
				throw new AppError({ kind: 'databaseBusy', words: '' });
			}
			await pause(endedPause);
		}
	}

	async [Symbol.asyncDispose](): Promise<void> {
		this.closing.abort();
		while (this.ending.size > 0) {
			await Promise.all(this.ending);
		}
	}

	/** @param whole If true, the server buffers the result, so that the HTTP status shows whether the query succeeded. */
	private async *ask(question: DatabaseQuestion, whole: boolean): AsyncGenerator<string[][]> {
		using asking = this.panes.begin(question.pane, AbortSignal.any([question.signal, this.closing.signal]));
		using deadline = new Deadline(asking.signal, (this.maxSeconds + this.transferSeconds) * 1000);
		const { signal } = deadline;
		const sent: string[] = [];
		try {
			using _progress = question.onProgress && this.watch(sent, question.onProgress);
			using answer = await this.send(question, whole, signal, sent);
			const reader = new IncrementalResultParser(
				{ maxBytes: whole ? defaultMaxBytes : Number.POSITIVE_INFINITY, ...question },
				this.access.password,
			);
			try {
				for await (const chunk of answer.chunks) {
					const rows = reader.push(chunk);
					if (rows.length > 0) {
						yield rows;
					}
				}
			} catch (error) {
				if (isProblem(error, 'databaseAnswer')) {
					// If a query fails, newer servers write the error into the response and then abort the response.
					reader.throwIfReported();
				}
				throw error;
			}
			sent.length = 0;
			reader.end();
		} catch (error) {
			if (asking.signal.aborted) {
				throw cancelled();
			}
			throw deadline.isOver ? this.timeout() : error;
		} finally {
			for (const id of sent) {
				this.killLater(id);
			}
		}
	}

	private async send(
		{ sql, maxRows }: DatabaseQuestion,
		whole: boolean,
		signal: AbortSignal,
		sent: string[],
	): Promise<DatabaseAnswer> {
		const delays = [...(this.dependencies.busyDelays ?? defaultBusyDelays)];
		for (let lost = false; ; ) {
			throwIfAborted(signal);
			const id = `${this.id}-${++this.count}`;
			sent.push(id);
			try {
				const answer = await this.post(sql, signal, {
					query_id: id,
					...(whole && { wait_end_of_query: '1' }),
					...this.bounds(maxRows),
				});
				if (answer.status === 200) {
					return answer;
				}
				using refused = answer;
				const refusal = await readRefusal(refused, this.access.password);
				sent.pop();
				const delay = isProblem(refusal, 'databaseBusy') ? delays.shift() : undefined;
				if (delay === undefined) {
					throw refusal;
				}
				await pause(delay, undefined, { signal });
			} catch (error) {
				if (isProblem(error, 'databaseNetwork') && !mayHaveArrived.has(error.problem.fault)) {
					sent.pop();
				}
				// If the server closes an idle connection just as the client sends a request, the client retries the request
				// once.
				if (lost || !isProblem(error, 'databaseNetwork') || error.problem.fault !== 'reset') {
					throw error;
				}
				lost = true;
			}
		}
	}

	private async changeOnce(
		id: string,
		sql: string,
		rows: AsyncIterable<Uint8Array> | undefined,
		deadline: Deadline,
	): Promise<AppError | undefined> {
		const { user, password } = this.access;
		const settings = settingsOfChange(this.server, changeSeconds);
		const url = this.url({ query_id: id, wait_end_of_query: '1', ...settings });
		const patience = (changeSeconds + this.transferSeconds) * 1000;
		const sent = rows && { pieces: rows, packing: this.packing };
		try {
			using answer = await this.dependencies.post({ url, user, password, sql, rows: sent, patience }, deadline.signal);
			// The response begins only after the change has been executed, so the new timeout only has to cover the
			// response's transfer.
			deadline.restart(this.transferSeconds * 1000);
			if (answer.status !== 200) {
				return await readRefusal(answer, password);
			}
			const { bytes, whole } = await collect(answer.chunks, maxAnswerBytes);
			const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
			const malformed = new AppError({ kind: 'databaseAnswer', fault: 'malformed' });
			return refusalWithin(body, password) ?? (whole ? undefined : malformed);
		} catch (error) {
			throw deadline.isOver ? this.timeout() : error;
		}
	}

	private timeout(): AppError {
		const { host } = securedUrl(this.access);
		return new AppError({ kind: 'databaseNetwork', fault: 'timeout', host, code: '' });
	}

	private get packing(): RowPacking {
		const { version, isHere } = this.server;
		return isHere ? 'none' : (version[0] ?? 0) >= firstWithZstd ? 'zstd' : 'gzip';
	}

	private post(sql: string, signal: AbortSignal, query: Readonly<Record<string, string>>): Promise<DatabaseAnswer> {
		const { user, password } = this.access;
		return this.dependencies.post({ url: this.url(query), user, password, sql: `${sql}\nFORMAT JSONCompact` }, signal);
	}

	private url(query: Readonly<Record<string, string>>): URL {
		const { database } = this.access;
		const url = securedUrl(this.access);
		url.pathname = `${url.pathname.replace(/\/$/, '')}/`;
		url.search = new URLSearchParams({ ...(database !== '' && { database }), ...query }).toString();
		return url;
	}

	private bounds(maxRows: number): Readonly<Record<string, string>> {
		return settingsFor(this.server, { maxSeconds: this.maxSeconds, maxRows });
	}

	private get maxSeconds(): number {
		return this.dependencies.maxSeconds ?? defaultSeconds;
	}

	private get transferSeconds(): number {
		return this.dependencies.transferSeconds ?? defaultTransferSeconds;
	}

	private killLater(id: string): void {
		const killing = this.killSoon(id)
			.catch(() => this.dependencies.log('warn', 'Failed to cancel a database query'))
			.finally(() => this.ending.delete(killing));
		this.ending.add(killing);
	}

	private async killSoon(id: string): Promise<void> {
		const signal = AbortSignal.timeout(Math.min(killPatience, this.transferSeconds * 1000));
		for (const delay of killDelays) {
			await pause(delay);
			if ((await this.kill(`query_id = ${textLiteral(id)}`, signal)) === 'ended') {
				return;
			}
		}
	}

	private async kill(those: string, signal: AbortSignal): Promise<'none' | 'ended' | 'later'> {
		using answer = await this.post(`KILL QUERY WHERE ${those} ASYNC`, signal, {});
		if (answer.status !== 200) {
			const refusal = await readRefusal(answer, this.access.password);
			if (isProblem(refusal, 'databaseFailure') && refusal.problem.code === cannotEnd) {
				return 'later';
			}
			throw refusal;
		}
		const reader = new IncrementalResultParser({ maxRows: maxKilled, maxBytes: maxKilledBytes }, this.access.password);
		let ended = false;
		for await (const chunk of answer.chunks) {
			ended ||= reader.push(chunk).length > 0;
		}
		return ended ? 'ended' : 'none';
	}

	private watch(sent: readonly string[], onProgress: (share: number) => void): Disposable {
		const stop = new AbortController();
		const poll = async () => {
			for (let reported = 0; ; ) {
				await pause(progressPause, undefined, { signal: stop.signal });
				const sql = `SELECT toString(read_rows), toString(total_rows_approx) FROM system.processes WHERE query_id = ${textLiteral(sent.at(-1) ?? '')}`;
				const [row] = await this.rows({ sql, maxRows: 1, signal: AbortSignal.timeout(progressPatience) });
				const share = Number(row?.[0]) / Number(row?.[1]);
				// The estimated total can grow, so only increases in progress are reported.
				if (!stop.signal.aborted && share > reported && share <= 1) {
					reported = share;
					onProgress(share);
				}
			}
		};
		// A user without access to the process list gets no progress, so errors are ignored.
		poll().catch(() => undefined);
		return { [Symbol.dispose]: () => stop.abort() };
	}
}
