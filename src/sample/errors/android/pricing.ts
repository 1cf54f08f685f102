import { oddTexts } from '../../world/oddTexts';
import type { Draws } from '../../world/random';
import { own, thrown } from '../jvm';
import { androidFrames as frames } from './frames';
import { coroutine, httpCall, mainCoroutine } from './libraryFrames';

const priceCall = [...httpCall, own(frames.callPrices), ...coroutine];

export const priceTimeout = thrown({
	type: 'java.net.SocketTimeoutException',
	message: (draws) =>
		`failed to connect to api.example.com/192.0.2.${draws.between(10, 14)} (port 443) ` +
		`from /10.0.${draws.below(256)}.${draws.between(2, 254)} (port ${draws.between(32768, 60999)}) after 10000ms`,
	frames: [
		'libcore.io.IoBridge.connectErrno(IoBridge.java:235)',
		'libcore.io.IoBridge.connect(IoBridge.java:179)',
		'java.net.PlainSocketImpl.socketConnect(PlainSocketImpl.java:142)',
		'java.net.SocksSocketImpl.connect(SocksSocketImpl.java:436)',
		'java.net.Socket.connect(Socket.java:646)',
		'okhttp3.internal.platform.Platform.connectSocket(Platform.kt:128)',
		'okhttp3.internal.connection.ConnectPlan.connectSocket(ConnectPlan.kt:263)',
		...priceCall,
	],
});

const handshake = [
	'com.android.org.conscrypt.ConscryptEngineSocket.doHandshake(ConscryptEngineSocket.java:240)',
	'com.android.org.conscrypt.ConscryptEngineSocket.startHandshake(ConscryptEngineSocket.java:218)',
	'okhttp3.internal.connection.ConnectPlan.connectTls(ConnectPlan.kt:316)',
	'okhttp3.internal.connection.ConnectPlan.connectTlsEtc(ConnectPlan.kt:202)',
	...priceCall,
];
const verification = [
	'com.android.org.conscrypt.TrustManagerImpl.verifyChain(TrustManagerImpl.java:674)',
	'com.android.org.conscrypt.TrustManagerImpl.checkTrusted(TrustManagerImpl.java:510)',
	'com.android.org.conscrypt.Platform.checkServerTrusted(Platform.java:260)',
	...handshake,
];

/** The certificate of the price server ran out one day and was renewed on the next. */
export const expiredCertificate = thrown(
	{
		type: 'javax.net.ssl.SSLHandshakeException',
		message: 'Chain validation failed',
		frames: [
			'com.android.org.conscrypt.SSLUtils.toSSLHandshakeException(SSLUtils.java:363)',
			'com.android.org.conscrypt.ConscryptEngine.convertException(ConscryptEngine.java:1134)',
			...handshake,
		],
		cause: {
			type: 'java.security.cert.CertificateException',
			message: 'Chain validation failed',
			frames: verification,
			cause: {
				type: 'java.security.cert.CertPathValidatorException',
				message: 'timestamp check failed',
				frames: [
					'sun.security.provider.certpath.BasicChecker.verifyValidity(BasicChecker.java:190)',
					'sun.security.provider.certpath.BasicChecker.check(BasicChecker.java:144)',
					'java.security.cert.CertPathValidator.validate(CertPathValidator.java:310)',
					...verification,
				],
			},
		},
	},
	{ spikes: true },
);

const refusal = (draws: Draws) => `Price request failed: HTTP ${draws.pick([500, 502, 503, 503, 503, 429])}`;

/** Reported by the app itself, under a name that has a number in it. */
export const refusedPrices = thrown(
	{
		type: 'com.example.shop.pricing.PriceServiceException',
		message: refusal,
		frames: [own(frames.refusedPrices), ...coroutine],
	},
	{ name: ({ draws }) => refusal(draws) },
);

/** Prices in the reader's locale, one with a no-break space. */
export const localPrice = thrown(
	{
		type: 'java.lang.NumberFormatException',
		message: (draws) =>
			`For input string: "${draws.pick(['12,50', '1\u00A0299', '9,99', '₹ 450', '١٢٫٥٠', '¥1200', '0,5'])}"`,
		frames: [
			'java.lang.NumberFormatException.forInputString(NumberFormatException.java:67)',
			'java.lang.Long.parseLong(Long.java:709)',
			'java.lang.Long.parseLong(Long.java:832)',
			own(frames.minorUnits),
			own(frames.readPrice),
			own(frames.parseLoaded),
			...coroutine,
		],
	},
	{ since: '2.2.0' },
);

export const pageInsteadOfPrices = thrown({
	type: 'org.json.JSONException',
	message: 'Value <!doctype of type java.lang.String cannot be converted to JSONObject',
	frames: [
		'org.json.JSON.typeMismatch(JSON.java:112)',
		'org.json.JSONObject.<init>(JSONObject.java:169)',
		'org.json.JSONObject.<init>(JSONObject.java:182)',
		own(frames.findPrices),
		own(frames.parseLoaded),
		...coroutine,
	],
});

export const unknownCurrency = thrown(
	{
		type: 'java.lang.IllegalArgumentException',
		frames: [
			'java.util.Currency.getInstance(Currency.java:230)',
			own(frames.currency),
			own(frames.freshPrices),
			...mainCoroutine,
		],
	},
	{ until: '2.3.1' },
);

export const search = thrown(
	{
		type: 'java.lang.IllegalArgumentException',
		message: (draws) => `Cannot search for: ${draws.pick(oddTexts)}`,
		frames: [
			own(frames.toWords),
			'com.example.shop.search.SearchViewModel.access$toWords(SearchViewModel.kt:10)',
			own(frames.collectWords),
			'kotlinx.coroutines.flow.FlowKt__DelayKt$debounceInternal$1$3$1.invokeSuspend(Delay.kt:228)',
			...mainCoroutine,
		],
	},
	{ name: ({ draws }) => `Search failed: ${draws.pick(oddTexts)}` },
);
