/** Service and token for requests. The object exists only in memory and must never be logged or stored as a whole. */
export interface Target {
	/** Absolute base URL. It may have a path prefix and a trailing slash. */
	readonly baseUrl: string;
	readonly token: string;
	/** True if the user has agreed to send the token unencrypted over `http:` to another computer. */
	readonly allowInsecure: boolean;
}

export interface TargetSource {
	get(): Promise<Target>;
	/**
	 * Returns a target with a new token.
	 * @throws AppError `unauthorized` if the user doesn't provide a token
	 */
	renew(refused: Target): Promise<Target>;
}
