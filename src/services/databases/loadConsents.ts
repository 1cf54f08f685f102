import type * as vscode from 'vscode';
import type { DatabaseAddress } from '../../core/database/databaseAddress';
import { stateKeys } from '../../ids';
import { addressKey } from './databases';

/** Where records go. */
export interface LoadTarget {
	readonly connection: DatabaseAddress;
	/** The database of the dataset. */
	readonly dataset: string;
}

/** What a person agreed to: which records go where, with which of their fields. */
export interface LoadConsent extends LoadTarget {
	/** Of the application, or the file where there is none. */
	readonly records: string;
	readonly fields: readonly string[];
}

/** A set of kept records whose updates go into a dataset. */
interface DatasetFeed extends LoadConsent {
	/** The path of its manifest. */
	readonly manifest: string;
}

/** What may be loaded without asking again, and what is loaded after each update. */
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

	/** @param feed Undefined for none any more. */
	async setFeed(manifest: string, feed: LoadConsent | undefined): Promise<void> {
		const others = this.feeds.filter((other) => other.manifest !== manifest);
		await this.state.update(stateKeys.datasetFeeds, feed ? [...others, { ...feed, manifest }] : others);
	}

	/** Of a database that is not connected any more. */
	async forget(connection: DatabaseAddress): Promise<void> {
		const isKept = (consent: LoadConsent) => addressKey(consent.connection) !== addressKey(connection);
		await this.state.update(stateKeys.loadConsents, this.consents.filter(isKept));
		await this.state.update(stateKeys.datasetFeeds, this.feeds.filter(isKept));
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
