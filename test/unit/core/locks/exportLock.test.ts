import * as assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { ExportLocks } from '../../../../src/core/locks/exportLock';
import { encodeOwner, type LockOwner, nameMachine, newOwner } from '../../../../src/core/locks/lockOwner';
import { assertProblem } from '../export/support/problems';
import { tree, useTemporaryFolder } from '../export/support/temporaryFolder';

/** Lock timing for owners that have died. */
const quick = { beatMs: 20, checksUntilDead: 5 };
/** Lock timing for owners that are alive but on a busy machine. */
const patient = { beatMs: 20, checksUntilDead: 250 };
const { signal } = new AbortController();

describe('ExportLocks', () => {
	const temporary = useTemporaryFolder();
	const root = () => join(temporary.path, 'running.lock');

	it('grants a lock to one owner at a time and leaves no files after the release', async () => {
		const [one, other] = [new ExportLocks(patient), new ExportLocks(patient)];
		const lock = await one.tryLock(temporary.path);
		assert.ok(lock);
		assert.equal(await one.tryLock(temporary.path), undefined, 'the same window');
		assert.equal(await other.tryLock(temporary.path), undefined, 'another window');
		assert.deepEqual([await one.isLocked(temporary.path), await other.isLocked(temporary.path)], [true, true]);
		await lock[Symbol.asyncDispose]();
		assert.deepEqual([await one.isLocked(temporary.path), await other.isLocked(temporary.path)], [false, false]);
		assert.deepEqual(tree(temporary.path), []);
		await using again = await other.tryLock(temporary.path);
		assert.ok(again);
	});

	it('does not keep the process running after a lock was released', async () => {
		const ports = () => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;
		await until(() => ports() === 0);
		const lock = await new ExportLocks({ ...quick, beatMs: 60_000 }).tryLock(temporary.path);
		await lock?.[Symbol.asyncDispose]();
		await until(() => ports() === 0);
	});

	it('reports that it is waiting for a lock that another owner holds', async () => {
		const [one, other] = [new ExportLocks(patient), new ExportLocks(patient)];
		const lock = await one.tryLock(temporary.path);
		const events: string[] = [];
		const waiting = other.lock(temporary.path, signal, () => events.push('waits'));
		await until(() => events.length > 0);
		events.push('given back');
		await lock?.[Symbol.asyncDispose]();
		await using _turn = await waiting;
		assert.deepEqual(events, ['waits', 'given back']);
	});

	it('waiting process gets a released lock before the former owner can get the lock again', async () => {
		const timing = { beatMs: 300, checksUntilDead: 20 };
		const [one, other] = [new ExportLocks(timing), new ExportLocks(timing)];
		const events: string[] = [];
		const first = await one.lock(temporary.path, signal);
		const waiting = other.lock(temporary.path, signal);
		await until(() => tree(temporary.path).some((name) => name.includes('waiting')));
		await first[Symbol.asyncDispose]();
		const again = one.lock(temporary.path, signal, () => events.push('waits'));
		const turn = await waiting;
		events.push('has its turn');
		await turn[Symbol.asyncDispose]();
		await (await again)[Symbol.asyncDispose]();
		const unrequested = await one.lock(temporary.path, signal, () => events.push('waits for nobody'));
		await unrequested[Symbol.asyncDispose]();
		assert.deepEqual(events, ['waits', 'has its turn']);
		assert.deepEqual(tree(temporary.path), []);
	});

	it('stops waiting for a lock when aborted', async () => {
		await using _lock = await new ExportLocks(patient).tryLock(temporary.path);
		const stop = new AbortController();
		const waiting = new ExportLocks(patient).lock(temporary.path, stop.signal, () => stop.abort());
		await assertProblem(waiting, { kind: 'cancelled' });
	});

	it('reports that the folder to be locked is missing', async () => {
		const nowhere = join(temporary.path, 'nowhere');
		assert.equal(await new ExportLocks(patient).isLocked(nowhere), false);
		await assertProblem(new ExportLocks(patient).tryLock(nowhere), { kind: 'disk', fault: 'missing' });
	});

	it('identifies a Windows or macOS machine by a random ID that is saved in its temporary folder', async () => {
		for (const platform of ['win32', 'darwin'] as const) {
			const name = await nameMachine(platform, temporary.path);
			assert.match(name, /^[0-9a-f]{16}$/);
			assert.equal(await nameMachine(platform, temporary.path), name);
			const unwritable = join(temporary.path, 'missing');
			assert.notEqual(await nameMachine(platform, unwritable), await nameMachine(platform, unwritable));
		}
		writeFileSync(join(temporary.path, 'app-errors-machine'), '');
		assert.notEqual(await nameMachine('win32', temporary.path), await nameMachine('win32', temporary.path));
	});

	describe('lock takeover', () => {
		it('takes over a lock immediately if its owner was a process on this machine that no longer exists', async () => {
			const pid = await deadProcess();
			writeFileSync(root(), encodeOwner({ ...newOwner(await nameMachine()), pid }));
			const locks = new ExportLocks({ beatMs: 60_000, checksUntilDead: 8 });
			assert.equal(await locks.isLocked(temporary.path), false);
			const lock = await locks.tryLock(temporary.path);
			assert.ok(lock);
			await lock[Symbol.asyncDispose]();
			assert.deepEqual(tree(temporary.path), []);
		});

		it('takes over a lock immediately if its owner thread has ended, but not if it is still running', async () => {
			writeFileSync(root(), encodeOwner({ ...newOwner(await nameMachine()), thread: 7 }));
			const patient = { beatMs: 60_000, checksUntilDead: 8 };
			assert.equal(await new ExportLocks(patient, new Set([6, 8])).isLocked(temporary.path), true);
			const locks = new ExportLocks(patient, new Set([7]));
			assert.equal(await locks.isLocked(temporary.path), false);
			await using lock = await locks.tryLock(temporary.path);
			assert.ok(lock);
		});

		for (const [name, owner] of [
			['a disconnected machine, whose process IDs are unknown here', { machine: 'f'.repeat(16), pid: 1 }],
			['a process whose ID another process now has', { pid: process.pid }],
		] as const) {
			it(`takes over a lock from ${name} after its heartbeat has stopped`, async () => {
				writeFileSync(root(), encodeOwner({ ...newOwner(await nameMachine()), ...owner }));
				const locks = new ExportLocks(quick);
				assert.equal(await locks.isLocked(temporary.path), true, 'it may live');
				const started = performance.now();
				await using lock = await locks.tryLock(temporary.path);
				assert.ok(lock);
				assert.ok(performance.now() - started >= quick.beatMs * quick.checksUntilDead * 0.9, 'looked often enough');
			});
		}

		it('takes over a lock whose owner died before it wrote the owner data', async () => {
			writeFileSync(root(), '');
			await using lock = await new ExportLocks(quick).tryLock(temporary.path);
			assert.ok(lock);
		});

		it('takes over a lock whose owner died during a takeover or a release', async () => {
			const machine = await nameMachine();
			const pid = await deadProcess();
			const [first, second]: LockOwner[] = [
				{ ...newOwner(machine), pid },
				{ ...newOwner(machine), pid },
			];
			writeFileSync(root(), encodeOwner(first as LockOwner));
			writeFileSync(`${root()}.${first?.token}`, encodeOwner(second as LockOwner));
			writeFileSync(`${root()}.${second?.token}`, '');
			const lock = await new ExportLocks(quick).tryLock(temporary.path);
			assert.ok(lock);
			assert.equal(await new ExportLocks(patient).tryLock(temporary.path), undefined);
			await lock[Symbol.asyncDispose]();
			assert.deepEqual(tree(temporary.path), []);
		});
	});

	it('does not wait for its own lock if the lock file could not be deleted', async () => {
		const folder = join(temporary.path, 'export');
		mkdirSync(folder);
		const locks = new ExportLocks({ beatMs: 60_000, checksUntilDead: 8 });
		const lock = await locks.tryLock(folder);
		renameSync(folder, `${folder}-away`);
		await lock?.[Symbol.asyncDispose]();
		renameSync(`${folder}-away`, folder);
		assert.equal(existsSync(join(folder, 'running.lock')), true);
		assert.equal(await locks.isLocked(folder), false);
		await using again = await locks.tryLock(folder);
		assert.ok(again);
	});

	it('never takes over a lock from a running owner, no matter how long the owner holds it', async () => {
		await using _lock = await new ExportLocks(patient).tryLock(temporary.path);
		const other = new ExportLocks(patient);
		for (let attempt = 0; attempt < 3 * quick.checksUntilDead; attempt++) {
			assert.equal(await other.tryLock(temporary.path), undefined);
		}
	});

	describe('lock held by a busy thread', () => {
		const holder = builtProgram('lockHolder');
		const text = () => (existsSync(root()) ? readFileSync(root(), 'utf8') : '');

		const beats = async () => {
			const before = text();
			await until(() => text() !== before && before !== '');
		};

		it('keeps the lock of a thread that is busy computing', async () => {
			const child = spawn(process.execPath, [holder, temporary.path, JSON.stringify(patient)], { stdio: 'inherit' });
			try {
				await until(() => text() !== '');
				const other = new ExportLocks(patient);
				for (let attempt = 0; attempt < 30; attempt++) {
					assert.equal(await other.tryLock(temporary.path), undefined);
				}
			} finally {
				child.kill('SIGKILL');
			}
		});

		it("stops the heartbeat of a lock after the lock's thread was terminated", async () => {
			const argv = [temporary.path, JSON.stringify(patient)];
			const thread = new Worker(holder, { argv });
			await until(() => text() !== '');
			await beats();
			await thread.terminate();
			const last = text();
			await delay(20 * patient.beatMs);
			assert.equal(text(), last);
		});

		it('lets another owner take over a lock whose thread is blocked for too long', async () => {
			const thread = new Worker(holder, { argv: [temporary.path, JSON.stringify({ ...patient, silentBeats: 10 })] });
			try {
				await until(() => text() !== '');
				await using lock = await new ExportLocks(quick).lock(temporary.path, signal);
				assert.ok(lock);
			} finally {
				await thread.terminate();
			}
		});
	});

	it('detects heartbeat changes without comparing clocks', async () => {
		writeFileSync(root(), encodeOwner({ ...newOwner('f'.repeat(16)), beat: 900 }));
		const locks = new ExportLocks(patient);
		assert.equal(await locks.isLocked(temporary.path), true);
		writeFileSync(root(), readFileSync(root(), 'utf8').replace('900"', '001"'));
		assert.equal(await locks.tryLock(temporary.path), undefined);
	});

	describe('lost lock', () => {
		it('notifies a suspended lock holder that another process has taken over the lock', async () => {
			await using lock = await new ExportLocks(quick).tryLock(temporary.path);
			assert.ok(lock);
			const [name] = readdirSync(temporary.path);
			const token = /"token":"([^"]+)"/.exec(readFileSync(join(temporary.path, name ?? ''), 'utf8'))?.[1];
			writeFileSync(`${root()}.${token}`, encodeOwner(newOwner('f'.repeat(16))));
			await once(lock.lost, 'abort');
			await assertProblem(Promise.reject(lock.lost.reason), { kind: 'exportRunning', where: 'takenOver' });
			await lock[Symbol.asyncDispose]();
			assert.equal(tree(temporary.path).length, 2, 'what the other one holds stays');
		});

		it('notifies the lock holder if the locked folder was deleted or replaced', async () => {
			for (const [folder, remove] of [
				[join(temporary.path, 'removed'), (folder: string) => rmSync(folder, { recursive: true })],
				[
					join(temporary.path, 'moved'),
					(folder: string) => {
						renameSync(folder, `${folder}-away`);
						mkdirSync(folder);
					},
				],
			] as const) {
				mkdirSync(folder);
				await using lock = await new ExportLocks(quick).tryLock(folder);
				assert.ok(lock);
				remove(folder);
				await once(lock.lost, 'abort');
				await assertProblem(Promise.reject(lock.lost.reason), { kind: 'disk', fault: 'missing', path: folder });
			}
		});
	});

	it("detects a lost lock before the next heartbeat and does not delete the new owner's lock", async () => {
		const never = { beatMs: 60_000, checksUntilDead: 8 };
		const lock = await new ExportLocks(never).tryLock(temporary.path);
		assert.ok(lock);
		await lock.assertHeld();
		// Another process took over and released the lock, and now a third one holds it.
		const third = encodeOwner(newOwner('f'.repeat(16)));
		writeFileSync(root(), third);
		await assertProblem(lock.assertHeld(), { kind: 'exportRunning', where: 'takenOver' });
		assert.equal(lock.lost.aborted, true);
		await lock[Symbol.asyncDispose]();
		assert.equal(readFileSync(root(), 'utf8'), third);
	});

	it("does not delete another owner's lock when it releases a lost lock", async () => {
		const never = { beatMs: 60_000, checksUntilDead: 8 };
		const lock = await new ExportLocks(never).tryLock(temporary.path);
		const third = encodeOwner(newOwner('f'.repeat(16)));
		writeFileSync(root(), third);
		await lock?.[Symbol.asyncDispose]();
		assert.equal(readFileSync(root(), 'utf8'), third);
		assert.deepEqual(tree(temporary.path), ['running.lock']);
	});

	it('stops the heartbeat when a lock is released', async () => {
		const lock = await new ExportLocks(quick).tryLock(temporary.path);
		await lock?.[Symbol.asyncDispose]();
		writeFileSync(root(), 'somebody else');
		await new Promise((resolve) => setTimeout(resolve, 3 * quick.beatMs));
		assert.equal(readFileSync(root(), 'utf8'), 'somebody else');
	});

	it('grants a lock to only one of several competing processes, even if some are killed', async () => {
		const folder = join(temporary.path, 'locked');
		mkdirSync(folder);
		const racers = Array.from({ length: 6 }, (_, index) => ({
			name: `racer-${index}`,
			dies: index < 3 ? index + 1 : 0,
		}));
		const children: ChildProcess[] = racers.map(({ name, dies }) =>
			spawn(process.execPath, [builtProgram('lockRacer'), folder, '8', name, String(dies)], { stdio: 'inherit' }),
		);
		await Promise.all(children.map((child) => once(child, 'exit')));
		assert.equal(existsSync(join(folder, 'overlaps')), false, 'two held it at once');
		const turns = readFileSync(join(folder, 'turns'), 'utf8').trimEnd().split('\n');
		const turnsOf = (name: string) => turns.filter((turn) => turn === name).length;
		assert.deepEqual(
			racers.map(({ name }) => turnsOf(name)),
			racers.map(({ dies }) => dies || 8),
		);
		// Cleans up the lock, because the last holder may have been killed.
		await (await new ExportLocks(quick).tryLock(folder))?.[Symbol.asyncDispose]();
		assert.deepEqual(tree(folder), ['turns']);
	});
});

function builtProgram(name: string): string {
	return resolve('out', 'test', 'unit', 'core', 'locks', 'support', `${name}.js`);
}

async function deadProcess(): Promise<number> {
	const child = spawn(process.execPath, ['--eval', '']);
	await once(child, 'exit');
	return child.pid ?? 0;
}

async function until(isSo: () => boolean): Promise<void> {
	do {
		await new Promise((resolve) => setImmediate(resolve));
	} while (!isSo());
}
