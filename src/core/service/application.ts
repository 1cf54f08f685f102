import type { Zone } from '../plan/range';

/** Application in the service's list. Only the ID is guaranteed, because the response format is undocumented. */
export interface Application {
	readonly id: string;
	readonly name?: string | undefined;
	readonly zone?: Zone | undefined;
	/** Simple values of other properties from the service, in their original order and without possible secrets. */
	readonly details: readonly (readonly [name: string, value: string])[];
}

export interface ApplicationListing {
	readonly applications: readonly Application[];
	readonly unreadable: number;
}
