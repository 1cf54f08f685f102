import assert from 'node:assert/strict';
import type { FaultName } from '../../../../src/sample/faults/faultTable';
import { readFaultSetting } from '../../../../src/sample/faults/setting';
import type { SampleServer } from '../../../../src/sample/service';
import { ask, plainExport, type Received } from './client';
import { startSmall } from './services';

export interface FaultBench {
	readonly service: SampleServer;
	readonly usual: Received;
	turnOn(name: FaultName, value?: string, times?: number): void;
	answer(path?: string, headers?: Readonly<Record<string, string>>): Promise<Received & { readonly text: string }>;
	/** Whether the response to a valid request is the same as without any fault. */
	isUsual(path?: string): Promise<boolean>;
}

export function useFaultBench(): FaultBench {
	let service: SampleServer;
	let usual: Received;

	before(async () => {
		service = await startSmall({ records: 2000 });
		usual = await ask(service, plainExport());
		assert.deepEqual([usual.status, usual.broken], [200, undefined]);
		assert.ok(usual.body.length > 50_000);
	});
	after(() => service.close());
	beforeEach(() => {
		service.faults.clear();
		service.requests.clear();
	});

	async function answer(path = plainExport(), headers: Readonly<Record<string, string>> = {}) {
		const received = await ask(service, path, { headers });
		return { ...received, text: received.body.toString() };
	}
	return {
		get service() {
			return service;
		},
		get usual() {
			return usual;
		},
		turnOn: (name, value, times) => service.faults.set(readFaultSetting({ name, value, times })),
		answer,
		isUsual: async (path) => (await answer(path)).body.equals(usual.body),
	};
}
