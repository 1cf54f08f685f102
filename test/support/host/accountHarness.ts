import * as vscode from 'vscode';
import type { Account } from '../../../src/services/accounts';
import type { Services } from '../../../src/services/services';
import { Person } from './person';
import { forgetEverything, startProduct } from './product';
import { startTokenService, type TokenService } from './tokenService';

export interface AccountHarness {
	readonly services: Services;
	readonly person: Person;
	readonly service: TokenService;
	signedIn(): Promise<string[]>;
	addAccount(label: string, token?: string): Promise<Account>;
}

export function useAccountHarness(): AccountHarness {
	let services: Services;
	let person: Person;
	let service: TokenService;

	before(async () => {
		services = await startProduct();
	});

	beforeEach(async () => {
		service = await startTokenService('good-token');
		await forgetEverything(services);
		// Suppresses the prompt before the first export, which most tests don't expect.
		await services.deviceOffers.choose(false);
		person = new Person();
	});

	afterEach(async () => {
		try {
			await person.leave();
		} finally {
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
		async signedIn() {
			const current = await services.accounts.current();
			return (await services.accounts.list()).map(({ id, label }) => (id === current?.id ? `${label}*` : label));
		},
		addAccount: (label, token = service.token) =>
			services.accounts.add({ service: service.address, label, allowInsecure: false }, token),
	};
}

export function runCommand(command: string, ...parameters: unknown[]): Thenable<unknown> {
	return vscode.commands.executeCommand(command, ...parameters);
}
