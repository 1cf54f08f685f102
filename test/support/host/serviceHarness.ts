import { rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import { type SampleServer, startSampleService } from '../../../src/sample/service';
import type { Services } from '../../../src/services/services';
import { Person } from './person';
import { forgetEverything, startProduct } from './product';

export interface ServiceHarness {
	readonly services: Services;
	readonly person: Person;
	readonly service: SampleServer;
}

export function useServiceHarness(records: number): ServiceHarness {
	let services: Services;
	let person: Person;
	let service: SampleServer;

	before(async () => {
		services = await startProduct();
	});

	beforeEach(async () => {
		service = await startSampleService({ records, token: 'good-token' });
		await forgetEverything(services);
		// Suppresses the prompt before the first export, which most tests don't expect.
		await services.deviceOffers.choose(false);
		person = new Person();
	});

	afterEach(async () => {
		try {
			await person.leave();
		} finally {
			await vscode.commands.executeCommand('workbench.action.closeAllEditors');
			// The engine may still be writing the index of records that were opened.
			await rm(services.exports.root, { recursive: true, force: true, maxRetries: 5 });
			await services.deviceOffers.choose(undefined);
			await forgetEverything(services);
			await service.close();
		}
	});

	return {
		get services() {
			return services;
		},
		get person() {
			return person;
		},
		get service() {
			return service;
		},
	};
}
