import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../common/errors';
import type { DatabaseClient } from '../../database/databaseClient';
import { nameLiteral, textLiteral } from '../../database/literals';
import { datasetTables } from '../server/dataset/schema';
import { dropStaging, stagingOwner } from './stagingTables';

export interface ClaimTiming {
	/** Milliseconds between two heartbeats. */
	readonly heartbeat: number;
	/** Seconds without a heartbeat, by the server's or the local clock, after which an owner is considered dead. */
	readonly deadAfter: number;
	/** Milliseconds until a written row is visible on all servers. */
	readonly settling: number;
}

export const usualTiming: ClaimTiming = { heartbeat: 10_000, deadAfter: 60, settling: 300 };

const maxClaims = 1_000_000;

const releasePatience = 30_000;

type State = 'waiting' | 'holding' | 'released';

interface OtherClaim {
	readonly owner: string;
	readonly isHolding: boolean;
	readonly isDead: boolean;
}

/**
 * Lock for loading records into a dataset. A process owns the lock if it has written `holding` and then found no other
 * process with this state. If two processes write `holding` at the same time, at least one of them retries.
 */
export class Claim implements AsyncDisposable {
	private readonly lost = new AbortController();
	private readonly ending = new AbortController();
	private beating: Promise<void> = Promise.resolve();
	/**
	 * For each other claim, the last heartbeat and the local time (`performance.now()`) at which this heartbeat was first
	 * seen.
	 */
	private readonly seen = new Map<string, { readonly sign: string; readonly at: number }>();

	private constructor(
		private readonly client: DatabaseClient,
		private readonly database: string,
		private readonly timing: ClaimTiming,
		private owner: string,
	) {}

	static async take(
		client: DatabaseClient,
		database: string,
		{ onWaiting, timing = usualTiming }: { readonly onWaiting: () => void; readonly timing?: ClaimTiming | undefined },
		signal: AbortSignal,
	): Promise<Claim> {
		const claim = new Claim(client, database, timing, client.id);
		try {
			await claim.wait(onWaiting, signal);
		} catch (error) {
			await claim.release();
			throw error;
		}
		claim.beating = claim.beat();
		return claim;
	}

	private get table(): string {
		return `${nameLiteral(this.database)}.${datasetTables.claims}`;
	}

	get signal(): AbortSignal {
		return this.lost.signal;
	}

	/** SQL condition that is false once this claim is lost, so that statements with this condition write nothing. */
	get fence(): string {
		return `(SELECT count() FROM ${this.table} WHERE owner = ${textLiteral(this.owner)} AND state = 'released') = 0`;
	}

	/** @throws AppError `datasetLoad` if another process has taken over the claim. */
	async check(signal: AbortSignal): Promise<void> {
		const sql = `SELECT toString(count()) FROM ${this.table} WHERE owner = ${textLiteral(this.owner)} AND state = 'released'`;
		const [[released] = []] = await this.client.rows({ sql, maxRows: 1, signal });
		if (released !== '0') {
			this.lost.abort();
			throw new AppError({ kind: 'datasetLoad', fault: 'takenOver' });
		}
	}

	/** If the release fails, the claim still expires, because the heartbeats have stopped. */
	async [Symbol.asyncDispose](): Promise<void> {
		this.ending.abort();
		await this.beating;
		await this.release();
	}

	private async wait(onWaiting: () => void, signal: AbortSignal): Promise<void> {
		await this.write('waiting', signal);
		for (let written = performance.now(); ; ) {
			const { others, isFirst, isReleased } = await this.readClaims(signal);
			if (isReleased) {
				await this.again(signal);
				continue;
			}
			const dead = others.filter(({ isDead }) => isDead);
			for (const { owner } of dead) {
				await this.revoke(owner, signal);
			}
			if (dead.length > 0) {
				continue;
			}
			if (isFirst && !others.some(({ isHolding }) => isHolding)) {
				await this.write('holding', signal);
				await pause(this.timing.settling, undefined, { signal });
				const seen = await this.readClaims(signal);
				if (!seen.isReleased && !seen.others.some(({ isHolding }) => isHolding)) {
					return;
				}
				await this.write('released', signal);
				await this.again(signal);
				await pause(Math.random() * this.timing.settling, undefined, { signal });
				continue;
			}
			onWaiting();
			if (performance.now() - written > this.timing.heartbeat) {
				await this.write('waiting', signal);
				written = performance.now();
			}
			await pause(this.timing.settling, undefined, { signal });
		}
	}

	private async again(signal: AbortSignal): Promise<void> {
		const [id = '', count = '0'] = this.owner.split('+');
		this.owner = `${id}+${Number(count) + 1}`;
		await this.write('waiting', signal);
	}

	private async readClaims(signal: AbortSignal) {
		const rows = await this.client.rows({
			sql: `SELECT owner, toString(countIf(state = 'holding')), toString(countIf(state = 'released')), toString(max(at)), toString(toInt64(toUnixTimestamp(now()))), toString(count()) FROM ${this.table} WHERE state != 'staging' GROUP BY owner HAVING countIf(state = 'released') = 0 OR owner = ${textLiteral(this.owner)} ORDER BY min(at), owner`,
			maxRows: maxClaims,
			signal,
		});
		const living = rows.filter(([, , released]) => released === '0');
		const others = living
			.filter(([owner]) => owner !== this.owner)
			.map(
				([owner = '', holding, , at, now, signs]): OtherClaim => ({
					owner,
					isHolding: holding !== '0',
					isDead:
						Number(now) - Number(at) > this.timing.deadAfter ||
						this.silence(owner, `${signs} ${at}`) > this.timing.deadAfter,
				}),
			);
		return {
			others,
			isFirst: living[0]?.[0] === this.owner,
			isReleased: rows.some(([owner, , released]) => owner === this.owner && released !== '0'),
		};
	}

	private silence(owner: string, sign: string): number {
		const now = performance.now();
		const before = this.seen.get(owner);
		if (before?.sign !== sign) {
			this.seen.set(owner, { sign, at: now });
			return 0;
		}
		return (now - before.at) / 1000;
	}

	/**
	 * Releases the claim of a dead owner and waits until all statements of this owner have ended. Later statements have
	 * no effect, because they contain the condition `fence` or need a dropped staging table.
	 */
	private async revoke(owner: string, signal: AbortSignal): Promise<void> {
		await this.write('released', signal, owner);
		const [id = ''] = owner.split('+');
		await this.client.endAll(`${id}-`);
		await dropStaging(this.client, this.database, (stager) => stager === stagingOwner(id), signal);
	}

	private async beat(): Promise<void> {
		const { signal } = this.ending;
		while (!signal.aborted) {
			await pause(this.timing.heartbeat, undefined, { signal }).catch(() => undefined);
			if (!signal.aborted) {
				try {
					await this.check(signal);
					await this.write('holding', signal);
				} catch {
					// If a heartbeat fails, the next one may succeed. If all fail, the claim expires.
				}
			}
		}
	}

	private async release(): Promise<void> {
		try {
			await this.client.endAll(`${this.client.id}-`);
			await this.write('released', AbortSignal.timeout(releasePatience));
		} catch {
			// If the claim can't be released, other processes wait until it expires.
		}
	}

	private async write(state: State, signal: AbortSignal, owner = this.owner): Promise<void> {
		const values = `${textLiteral(owner)}, '${state}', toInt64(toUnixTimestamp(now()))`;
		await this.client.change({
			sql: `INSERT INTO ${this.table} (owner, state, at) SELECT ${values} FROM system.one`,
			repeatable: true,
			signal,
		});
	}
}
