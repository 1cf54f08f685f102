import type * as vscode from 'vscode';
import type { DatabaseAddress } from '../../core/database/databaseAddress';
import { stateKeys } from '../../ids';
import { addressKey } from './databases';

export interface LoadTarget {
	readonly connection: DatabaseAddress;
	readonly dataset: string;
}

export interface LoadConsent extends LoadTarget {
	readonly records: string;
	readonly fields: readonly string[];
}

interface DatasetFeed extends LoadConsent {
	readonly manifest: string;
}

export class LoadConsents {
	constructor(private readonly state: vscode.Memento) {}

	find(target: LoadTarget, records: string): LoadConsent | undefined {
		return this.consents.find((consent) => isOf(consent, target) && consent.records === records);
	}

	async keep(consent: LoadConsent): Promise<void> {
		const others = this.consents.filter((other) => !(isOf(other, consent) && other.records === consent.records));
		await this.state.update(stateKeys.loadConsents, [...others, consent]);
	}

	feedOf(manifest: string): DatasetFeed | undefined {
		return this.feeds.find((feed) => feed.manifest === manifest);
	}

	/** @param feed Consent to load the set after each sync. Undefined removes an existing consent */
	async setFeed(manifest: string, feed: LoadConsent | undefined): Promise<void> {
		const others = this.feeds.filter((other) => other.manifest !== manifest);
		await this.state.update(stateKeys.datasetFeeds, feed ? [...others, { ...feed, manifest }] : others);
	}

	async forget(connection: DatabaseAddress): Promise<void> {
		const isSynced = (consent: LoadConsent) => addressKey(consent.connection) !== addressKey(connection);
		await this.state.update(stateKeys.loadConsents, this.consents.filter(isSynced));
		await this.state.update(stateKeys.datasetFeeds, this.feeds.filter(isSynced));
	}

	private get consents(): readonly LoadConsent[] {
		return this.state.get(stateKeys.loadConsents, []);
	}

	private get feeds(): readonly DatasetFeed[] {
		return this.state.get(stateKeys.datasetFeeds, []);
	}
}

function isOf(one: LoadTarget, other: LoadTarget): boolean {
	return one.dataset === other.dataset && addressKey(one.connection) === addressKey(other.connection);
}
