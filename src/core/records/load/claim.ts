import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../common/errors';
import type { DatabaseClient } from '../../database/databaseClient';
import { nameLiteral, textLiteral } from '../../database/literals';
import { datasetTables } from '../server/dataset/schema';

/** When a claim is believed to be alive. */
export interface ClaimTiming {
	/** Milliseconds between two signs of life. */
	readonly heartbeat: number;
	/** Seconds after which whoever gave none is dead, by the server's clock or, since that may be set back, by that of who waits. */
	readonly deadAfter: number;
	/** Milliseconds until what was written is seen, also where it is copied to other servers. */
	readonly settling: number;
}

const usualTiming: ClaimTiming = { heartbeat: 10_000, deadAfter: 60, settling: 300 };

/** Far more than ever wait. */
const maxClaims = 1_000_000;

/** Milliseconds that is taken to let go of a claim that nobody waits for any more. */
const releasePatience = 30_000;

type State = 'waiting' | 'holding' | 'released';

interface OtherClaim {
	readonly owner: string;
	readonly isHolding: boolean;
	readonly isDead: boolean;
}

/**
 * The right to load into a dataset, which one has at a time. Rows are only ever added to `claims`: `released` ends a claim
 * for good, whoever says so. Whoever holds it has written so and then seen no other: of two that do so at once, one sees
 * the other at least, and steps back.
 */
export class Claim implements AsyncDisposable {
	private readonly lost = new AbortController();
	private readonly ending = new AbortController();
	private beating: Promise<void> = Promise.resolve();
	/** The last sign of life of others, and when it was seen first (milliseconds). */
	private readonly seen = new Map<string, { readonly sign: string; readonly at: number }>();

	private constructor(
		private readonly client: DatabaseClient,
		private readonly table: string,
		private readonly timing: ClaimTiming,
		private owner: string,
	) {}

	/** Waits for those before it. @param onWaiting Is told when there are some. */
	static async take(
		client: DatabaseClient,
		database: string,
		{ onWaiting, timing = usualTiming }: { readonly onWaiting: () => void; readonly timing?: ClaimTiming | undefined },
		signal: AbortSignal,
	): Promise<Claim> {
		const table = `${nameLiteral(database)}.${datasetTables.claims}`;
		const claim = new Claim(client, table, timing, client.id);
		try {
			await claim.wait(onWaiting, signal);
		} catch (error) {
			await claim.release();
			throw error;
		}
		claim.beating = claim.beat();
		return claim;
	}

	/** Aborted when another one has taken the claim. */
	get signal(): AbortSignal {
		return this.lost.signal;
	}

	/** Holds on the server as long as the claim does: what is written under this condition is written by its holder. */
	get fence(): string {
		return `(SELECT count() FROM ${this.table} WHERE owner = ${textLiteral(this.owner)} AND state = 'released') = 0`;
	}

	/** @throws AppError `datasetLoad` where the claim is another's by now */
	async check(signal: AbortSignal): Promise<void> {
		const sql = `SELECT toString(count()) FROM ${this.table} WHERE owner = ${textLiteral(this.owner)} AND state = 'released'`;
		const [[released] = []] = await this.client.rows({ sql, maxRows: 1, signal });
		if (released !== '0') {
			this.lost.abort();
			throw new AppError({ kind: 'datasetLoad', fault: 'takenOver' });
		}
	}

	/** Lets go of the claim once nothing is on its way any more that was sent under it; otherwise it ends by silence. */
	async [Symbol.asyncDispose](): Promise<void> {
		this.ending.abort();
		await this.beating;
		await this.release();
	}

	private async wait(onWaiting: () => void, signal: AbortSignal): Promise<void> {
		await this.write('waiting', signal);
		for (let written = performance.now(); ; ) {
			const { others, isFirst, isReleased } = await this.look(signal);
			if (isReleased) {
				// Another took this one for dead.
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
				const seen = await this.look(signal);
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

	/** A claim that ended does not come back: a new one goes to the end of the queue. */
	private async again(signal: AbortSignal): Promise<void> {
		const [id = '', count = '0'] = this.owner.split('+');
		this.owner = `${id}+${Number(count) + 1}`;
		await this.write('waiting', signal);
	}

	private async look(signal: AbortSignal) {
		const rows = await this.client.rows({
			sql: `SELECT owner, toString(countIf(state = 'holding')), toString(countIf(state = 'released')), toString(max(at)), toString(toInt64(toUnixTimestamp(now()))), toString(count()) FROM ${this.table} GROUP BY owner HAVING countIf(state = 'released') = 0 OR owner = ${textLiteral(this.owner)} ORDER BY min(at), owner`,
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

	/** Seconds for which another one gave no sign of life beside this one. */
	private silence(owner: string, sign: string): number {
		const now = performance.now();
		const before = this.seen.get(owner);
		if (before?.sign !== sign) {
			this.seen.set(owner, { sign, at: now });
			return 0;
		}
		return (now - before.at) / 1000;
	}

	/** Ends the claim of one that is dead. What it began may be at work on the server, and is waited for. */
	private async revoke(owner: string, signal: AbortSignal): Promise<void> {
		await this.write('released', signal, owner);
		await this.client.endAll(`${owner.split('+')[0]}-`);
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
					// Without a connection the claim ends by silence, or goes on once there is one.
				}
			}
		}
	}

	private async release(): Promise<void> {
		try {
			await this.client.endAll(`${this.client.id}-`);
			await this.write('released', AbortSignal.timeout(releasePatience));
		} catch {
			// Nobody can be told; others wait until it counts as dead.
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
