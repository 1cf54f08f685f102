import * as assert from 'node:assert/strict';
import { KeyedQueue } from '../../../../src/core/common/keyedQueue';
import { neverAborted } from '../export/support/bodies';
import { assertProblem } from '../export/support/problems';

class Task {
	readonly log: string[];
	end = () => {};
	private readonly ended = new Promise<void>((resolve) => {
		this.end = resolve;
	});

	constructor(
		private readonly name: string,
		log: string[],
	) {
		this.log = log;
	}

	readonly run = async () => {
		this.log.push(`${this.name} begins`);
		await this.ended;
		this.log.push(`${this.name} ends`);
		return this.name;
	};
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('KeyedQueue', () => {
	let queue: KeyedQueue;
	let log: string[];
	beforeEach(() => {
		queue = new KeyedQueue();
		log = [];
	});

	it('runs tasks with the same key one at a time and notifies tasks that have to wait', async () => {
		const tasks = ['a', 'b', 'c'].map((name) => new Task(name, log));
		const done = tasks.map((task, index) => queue.run('key', task.run, neverAborted, () => log.push(`${index} waits`)));
		await settle();
		assert.deepEqual(log, ['1 waits', '2 waits', 'a begins']);
		for (const task of tasks) {
			task.end();
			await settle();
		}
		assert.deepEqual(await Promise.all(done), ['a', 'b', 'c']);
		assert.deepEqual(log.slice(3), ['a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
	});

	it('runs tasks with different keys concurrently', async () => {
		const [a, b] = [new Task('a', log), new Task('b', log)];
		const done = [queue.run('x', a.run, neverAborted), queue.run('y', b.run, neverAborted)];
		await settle();
		assert.deepEqual(log, ['a begins', 'b begins']);
		b.end();
		a.end();
		await Promise.all(done);
	});

	it('runs the next task after a failed task', async () => {
		const failed = queue.run('key', () => Promise.reject(new Error('no')), neverAborted);
		const next = queue.run('key', async () => 'next', neverAborted);
		await assert.rejects(failed, /no/);
		assert.equal(await next, 'next');
	});

	it('removes an aborted task and starts the next task only after the running task has ended', async () => {
		const tasks = ['a', 'b', 'c'].map((name) => new Task(name, log));
		const [a, b, c] = tasks as [Task, Task, Task];
		const controller = new AbortController();
		const first = queue.run('key', a.run, neverAborted);
		const second = queue.run('key', b.run, controller.signal);
		const third = queue.run('key', c.run, neverAborted);
		controller.abort();
		await assertProblem(second, { kind: 'cancelled' });
		await settle();
		assert.deepEqual(log, ['a begins']);
		c.end();
		a.end();
		assert.deepEqual([await first, await third], ['a', 'c']);
		assert.deepEqual(log, ['a begins', 'a ends', 'c begins', 'c ends']);
	});

	it('runs all other queued tasks if a waiting task is aborted just before its turn', async () => {
		const outcomes = new Set<string>();
		for (let ticks = 0; ticks < 12; ticks++) {
			const [a, b] = [new Task('a', log), new Task('b', log)];
			const controller = new AbortController();
			const first = queue.run('key', a.run, neverAborted);
			const second = queue.run('key', b.run, controller.signal);
			const third = queue.run('key', async () => 'c', neverAborted);
			b.end();
			a.end();
			for (let tick = 0; tick < ticks; tick++) {
				await Promise.resolve();
			}
			controller.abort();
			const [, { status }] = await Promise.allSettled([first, second]);
			outcomes.add(status);
			assert.equal(await third, 'c', `${ticks} ticks`);
		}
		assert.deepEqual(outcomes, new Set(['rejected', 'fulfilled']));
	});

	it('does not start a task that was aborted before it was queued', async () => {
		await assertProblem(queue.run('key', new Task('a', log).run, AbortSignal.abort()), { kind: 'cancelled' });
		assert.deepEqual(log, []);
		assert.equal(await queue.run('key', async () => 'b', neverAborted), 'b');
	});

	it('does not report a task as waiting if no other task is running', async () => {
		for (const name of ['a', 'b']) {
			await queue.run(
				'key',
				async () => name,
				neverAborted,
				() => log.push('waits'),
			);
		}
		assert.deepEqual(log, []);
	});
});
