/** Where requests go and who asks. Lives in memory only; never log or store it whole. */
export interface Target {
	/** Absolute address, path prefix and trailing slash allowed. */
	readonly baseUrl: string;
	readonly token: string;
	/** The person agreed to send the token over `http:` to a host that is not this machine. */
	readonly allowInsecure: boolean;
}

/** Gives the current target, and a new one when the service refused the last. */
export interface TargetSource {
	get(): Promise<Target>;
	/**
	 * Asks for a token in place of one the service answered with 401.
	 * @throws AppError `unauthorized` when nobody is there to ask or nothing is given.
	 */
	renew(refused: Target): Promise<Target>;
}
