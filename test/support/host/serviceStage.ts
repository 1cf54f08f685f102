import { rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import { type SampleServer, startSampleService } from '../../../src/sample/service';
import type { Services } from '../../../src/services/services';
import { Person } from './person';
import { forgetEverything, startProduct } from './product';

/** The product with nobody signed in, a person, and a service that is nobody else's. */
export interface ServiceStage {
	readonly services: Services;
	readonly person: Person;
	/** Accepts `good-token`. */
	readonly service: SampleServer;
}

/** Sets the stage anew before each test of the suite it is called in, and clears it after, with all exports. */
export function useServiceStage(records: number): ServiceStage {
	let services: Services;
	let person: Person;
	let service: SampleServer;

	before(async () => {
		services = await startProduct();
	});

	beforeEach(async () => {
		service = await startSampleService({ records, token: 'good-token' });
		await forgetEverything(services);
		person = new Person();
	});

	afterEach(async () => {
		try {
			await person.leave();
		} finally {
			await vscode.commands.executeCommand('workbench.action.closeAllEditors');
			await rm(services.exports.root, { recursive: true, force: true });
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
