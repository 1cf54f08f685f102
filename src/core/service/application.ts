import type { Zone } from '../plan/range';

/** An application as the listing tells it; only the ID is certain, since the payload is not documented. */
export interface Application {
	/** Decimal digits. */
	readonly id: string;
	readonly name?: string | undefined;
	/** The clock the service reads the application's dates on, where it says so. */
	readonly zone?: Zone | undefined;
	/** What else the service told in plain values, in its order, without anything secret-like. */
	readonly details: readonly (readonly [name: string, value: string])[];
}

export interface ApplicationListing {
	readonly applications: readonly Application[];
	/** Elements of the service's list in which no ID was found. */
	readonly unreadable: number;
}
