/* Recognizes names of columns and keys whose values are secrets or can identify a person or a device. */

/** Words that indicate personal data wherever they occur in a name. */
const personalWords: ReadonlySet<string> = new Set(
	(
		'email emails mail mailbox ip ipv4 ipv6 ipaddr ipaddress phone phones telephone telefon msisdn imei imsi iccid meid ' +
		'esn idfa idfv ifa ifv gaid aaid adid aid udid uid userid username usr firstname lastname fullname surname nickname ' +
		'deviceid androidid customerid clientid accountid ssn passport birth birthday birthdate birthplace dob iban latitude ' +
		'longitude lat lon lng gps geolocation coordinates macaddress bssid zipcode postcode ' +
		'postalcode driverlicense driverslicense drivinglicense imei2 ssaid ssid wifimac coords cardnumber cardno creditcard ' +
		'ccnumber serialnumber serialno distinctid anonymousid custid forwardedfor appsflyerid adjustid amplitudeid vorname ' +
		'nachname nombre apellido correo prenom имя фамилия почта телефон'
	).split(' '),
);

/** Words that indicate personal data only as a complete name, because they are too general as a part of a name. */
const generalNames: ReadonlySet<string> = new Set(
	(
		'name user users login address street customer client person profile account member owner author contact mac ' +
		'serial location mobile cell tel device visitor subscriber player employee patient nick hostname'
	).split(' '),
);

/** Words for people and devices. A name is personal if one of `identifyingWords` follows such a word. */
const subjects: ReadonlySet<string> = new Set(
	(
		'user customer client device person people member account profile visitor subscriber player contact owner employee ' +
		'patient author installation install advertising advertiser android vendor tracking login push phone mobile tel cell ' +
		'hardware sim first last full middle family given nick display real maiden computer machine host home street ' +
		'postal billing shipping delivery remote mac identity national passport driver license tax social google apple windows'
	).split(' '),
);

const identifyingWords: ReadonlySet<string> = new Set(
	'id ids identifier uuid guid udid name names number no key hash address addr serial login handle security'.split(' '),
);

/** Last words of names such as `email_verified`, whose values describe the person or device but do not identify it. */
const describingWords: ReadonlySet<string> = new Set(
	(
		'type types count counts model version verified status country enabled kind brand valid length size ms seconds ' +
		'duration time date datetime timestamp os locale language manufacturer platform format error errors'
	).split(' '),
);

/** Words in the names of IDs that identify an error, a request, or a program instead of a person or a device. */
const otherSubjects: ReadonlySet<string> = new Set(
	(
		'error errors crash exception event report issue incident log record row entry message request req response trace ' +
		'span transaction correlation operation job task build image images binary symbol symbols symbolication dsym module ' +
		'commit revision version release app application apps bundle package project workspace team organization org ' +
		'group fingerprint thread process screen view route experiment variant flag feature category template schema debug'
	).split(' '),
);

const idWords: ReadonlySet<string> = new Set('id ids uuid guid identifier key ref value hash'.split(' '));

const secretWords: ReadonlySet<string> = new Set(
	(
		'password passwords passwd pwd pass passphrase passcode pw secret secrets token tokens apikey apitoken accesskey ' +
		'privatekey secretkey accountkey credential credentials auth authorization authentication cookie cookies sessionid ' +
		'sessid sid jsessionid phpsessid jwt csrf xsrf signature sig otp totp pin cvv cvc cvv2 csc psw session kennwort passwort contraseña contrasena senha passe wachtwoord hasło heslo şifre salasana lösenord adgangskode passord parola jelszó khẩu пароль المرور 密码 密碼 パスワード 비밀번호 passkey hmac ' +
		'clientsecret accesstoken refreshtoken idtoken authtoken sessiontoken sharedaccesskey subscriptionkey'
	).split(' '),
);

/** Words before `key` or `id` in the names of secrets, such as `x-api-key` and `session_id`. */
const secretSubjects: ReadonlySet<string> = new Set(
	'api access private secret account shared encryption signing master session auth subscription license consumer functions'.split(
		' ',
	),
);

/** Words that can follow the name of a secret, as in `password_hash`. */
const secretEndings: ReadonlySet<string> = new Set(
	'value hash key string text plain raw code confirmation confirm repeat'.split(' '),
);

/** Words before `code` in the names of one-time passwords, such as `verification code`. */
const codeSubjects: ReadonlySet<string> = new Set('verification activation security recovery confirmation'.split(' '));

/** Matches the ends of compound names, such as `PGPASSWORD`. */
const secretSuffix = /(?:password|passwd|passphrase|secret|token|apikey)$/;

const maxNameLength = 100;

export function isPersonalName(name: string): boolean {
	const words = wordsOf(name);
	return generalNames.has(words.join('')) || identifies(words) || isSecret(words);
}

/**
 * Returns `other` if a name contains a word for something other than a person or device. Returns `anything` if it
 * contains only words for IDs.
 */
export function subjectOfIds(name: string): 'other' | 'anything' | 'unknown' {
	const words = wordsOf(name);
	if (words.some((word) => otherSubjects.has(word))) {
		return 'other';
	}
	return words.every((word) => idWords.has(word)) ? 'anything' : 'unknown';
}

/**
 * Returns true if a key in text names a personal value. Some general names, such as `user`, are personal only if a
 * value is `assigned` to them, as in `user=anna`.
 */
export function isPersonalKey(name: string, assigned: boolean): boolean {
	const words = wordsOf(name);
	return identifies(words) || (assigned && /^(?:user|login|mac)$/.test(words.join('')));
}

export function isSecretKey(name: string): boolean {
	return isSecret(wordsOf(name));
}

function identifies(words: readonly string[]): boolean {
	if (describingWords.has(words.at(-1) ?? '') && !personalWords.has(words.slice(-2).join(''))) {
		return false;
	}
	return (
		(words.includes('e') && words.includes('mail')) ||
		words.some(
			(word, index) =>
				personalWords.has(word) ||
				personalWords.has(word + words[index + 1]) ||
				(subjects.has(word) && identifyingWords.has(words[index + 1] ?? '')),
		)
	);
}

function isSecret(words: readonly string[]): boolean {
	const last = words.findLastIndex((word) => !secretEndings.has(word) && !/^v?\d+$/.test(word));
	const [before = '', word = ''] = words.slice(-2);
	return (
		secretWords.has(words[last] ?? '') ||
		secretSuffix.test(words[last] ?? '') ||
		(word === 'code' && codeSubjects.has(before)) ||
		(secretSubjects.has(before) && (word === 'key' || (word === 'id' && before === 'session'))) ||
		secretWords.has(words.slice(-2).join(''))
	);
}

/** Splits a name into words. `userEmail`, `user-email`, `USER_EMAIL`, and `user.email` have the same words. */
function wordsOf(name: string): readonly string[] {
	if (name.length > maxNameLength) {
		return [];
	}
	// The input has at most 100 characters (`maxNameLength`).
	const words = name.replace('IPv', 'ipv').match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}]+\d*|\d+/gu) ?? [];
	return words.map((word) => word.toLowerCase());
}
