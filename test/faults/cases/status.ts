import assert from 'node:assert/strict';
import type { ExportProgress } from '../../../src/core/export/model/entry';
import { type Answer, type Asked, type FaultCase, getToken, type Happened } from '../../support/faults/faultCase';
import { proper, written } from '../../support/network/rawServer';

export function statusCases(): readonly FaultCase[] {
	return [
		{
			name: '202 on every request',
			answer: ({ socket }) => written(socket, proper(202, 'Wait for result. Progress is 99%.')),
			waitLimitMinutes: 5,
			expected: { kind: 'waitLimit', minutes: 5, percent: 99 },
		},
		{
			name: '202 three times',
			answer: after(3, ({ socket }) => written(socket, proper(202, 'Wait for result.'))),
			expected: 'records',
			check: ({ requests }) => {
				const targets = new Set(requests.map(({ path, query }) => `${path}?${query}`));
				assert.equal(targets.size, 1, 'a queued export is known by its request, which must not change');
			},
		},
		...throttled('0', 1_000),
		...throttled('3600', 300_000),
		...throttled(new Date(Date.UTC(2026, 10, 20, 9, 2)).toUTCString(), 120_000),
		...throttled('soon', 'own'),
		{
			name: '429 with Retry-After: 3600 on every request',
			answer: ({ socket }) => written(socket, proper(429, 'Enough', 'Retry-After: 3600')),
			expected: { kind: 'throttled', status: 429 },
		},
		...[301, 302, 307].flatMap((status): FaultCase[] => [
			{
				name: `${status} to another path of the same origin`,
				answer: ({ request, socket, body, url }) => {
					if (request.path.startsWith('/moved/')) {
						return written(socket, proper(200, body));
					}
					const to = `${url}/moved${request.path}?${request.query}`;
					return written(socket, proper(status, '', `Location: ${to}`));
				},
				expected: 'records',
				check: ({ requests }) => assert.deepEqual(requests.map(getToken), ['first', 'first']),
			},
			{
				name: `${status} to another origin`,
				answer: ({ request, socket, url }) => {
					// A different host name is a different origin, even on the same machine and port.
					const to = url.replace('127.0.0.1', 'localhost');
					return written(socket, proper(status, '', `Location: ${to}/stolen${request.path}`));
				},
				expected: { kind: 'redirectRefused' },
				check: ({ requests }) => assert.ok(requests.every(({ path }) => !path.startsWith('/stolen'))),
			},
		]),
		{
			name: '401 in the second response',
			answer: ({ request, socket, body }) => {
				if (request.number === 1) {
					return written(socket, proper(202, 'Your query is added to the queue.'));
				}
				return written(socket, getToken(request) === 'renewed' ? proper(200, body) : proper(401, 'Token expired'));
			},
			expected: 'records',
			check: ({ requests }) => assert.deepEqual(requests.map(getToken), ['first', 'first', 'renewed']),
		},
		{
			name: '401 after a broken body',
			answer: async ({ request, socket, body }) => {
				if (request.number === 1) {
					socket.end(proper(200, body).subarray(0, -10));
				} else {
					await written(socket, getToken(request) === 'renewed' ? proper(200, body) : proper(401, ''));
				}
			},
			expected: 'records',
			check: ({ requests }) => assert.deepEqual(requests.map(getToken), ['first', 'first', 'renewed']),
		},
		{
			name: '401 for every token, with the token in the message',
			answer: ({ request, socket }) =>
				written(socket, proper(401, `No such token: ${request.headers.get('authorization')}`)),
			expected: { kind: 'unauthorized' },
		},
		{
			name: '403 with the token in the message',
			answer: ({ request, socket }) =>
				written(socket, proper(403, `Not for ${request.headers.get('authorization')}, sorry`)),
			expected: { kind: 'forbidden' },
		},
		...[400, 413, 504].map(
			(status): FaultCase => ({
				name: `${status} that mentions the size, for ranges of more than five hours`,
				answer: ({ request, socket, body }) =>
					written(
						socket,
						hoursOf(request) > 5 ? proper(status, 'Request is too big. Try to use more parts.') : proper(200, body),
					),
				expected: 'records',
			}),
		),
		{
			name: '400 that mentions the size, for ranges of more than five hours without their end',
			records: 5000,
			leavesOutEnd: true,
			answer: ({ request, socket, body }) =>
				written(socket, hoursOf(request) > 5 ? proper(400, 'Too much data in the response') : proper(200, body)),
			expected: 'records',
		},
		{
			name: '400 that mentions the size, for every range',
			answer: ({ socket }) => written(socket, proper(400, 'Too much data in the response')),
			expected: { kind: 'tooLarge', status: 400 },
		},
		{
			name: '500 twice',
			answer: after(2, ({ socket }) => written(socket, proper(500, 'Oops'))),
			expected: 'records',
		},
		{
			name: '500 on every request',
			answer: ({ socket }) => written(socket, proper(500, 'Oops')),
			expected: { kind: 'serviceFailure', status: 500, words: 'Oops' },
		},
	];
}

function hoursOf({ query }: Asked['request']): number {
	const [since, until] = ['date_since', 'date_until'].map((name) => Date.parse(`${query.get(name)}Z`));
	return ((until ?? 0) - (since ?? 0)) / 3_600_000;
}

function throttled(retryAfter: string, pauseMs: number | 'own'): readonly FaultCase[] {
	const date = new Date(Date.UTC(2026, 10, 20, 9, 0)).toUTCString();
	return [
		{
			name: `429 twice with Retry-After: ${retryAfter}`,
			answer: after(2, ({ socket }) =>
				written(socket, proper(429, 'Enough', `Retry-After: ${retryAfter}`, `Date: ${date}`)),
			),
			expected: 'records',
			check: ({ states }) => {
				const pauses = states.filter(isThrottled).map(({ forMs }) => forMs);
				assert.equal(pauses.length, 2);
				assert.ok(
					pauses.every((pause) => (pauseMs === 'own' ? pause >= 10_000 && pause <= 25_000 : pause === pauseMs)),
					`waited ${pauses} ms`,
				);
			},
		},
	];
}

function isThrottled(state: ExportProgress): state is Extract<Happened['states'][number], { state: 'throttled' }> {
	return state.state === 'throttled';
}

function after(times: number, answer: (asked: Asked) => void | Promise<void>): Answer {
	return (asked) => (asked.request.number <= times ? answer(asked) : written(asked.socket, proper(200, asked.body)));
}
