import assert from 'node:assert/strict';
import { serviceFields } from '../../../../src/core/plan/fields';
import { isPersonalName } from '../../../../src/core/plan/personalNames';

describe('names of columns with personal data', () => {
	it('recognizes common names of columns with personal data in any notation', () => {
		const names =
			'email,e-mail,E_MAIL,userEmail,user.email,IP,ip_address,clientIp,remote_addr,IPv4,user,userId,USER_ID,UserName,login,' +
			'device_id,deviceID,device.id,android_id,IDFA,ios_idfa,gaid,GAID,AdvertisingId,idfv,imei,IMEI2,imsi,iccid,phone,' +
			'phone_number,msisdn,mobile number,name,full name,firstName,last_name,customer_name,account,account_number,' +
			'customerId,lat,longitude,gps,SSN,date_of_birth,DateOfBirth,mac,MACAddress,hashed_email,street_address,password,' +
			'access_token,x-api-key,Cookie,birth_date,imei2,nick,hostname,serial_number,serialno,card_number,credit_card,distinct_id,' +
			'anonymous_id,cust_id,ssid,X-Forwarded-For,appsflyer_id,Vorname,фамилия';
		assert.deepEqual(
			names.split(',').filter((name) => !isPersonalName(name)),
			[],
		);
	});

	it('does not treat the names of other columns as personal', () => {
		const names =
			'error_name,app_name,phone_type,email_verified,device_model,device_type,os_name,message,stacktrace,version,file_name,' +
			'session_count,class,thread_name,event_id,description,ip_country,zip,shipping,tokenizer,keyboard,fault_address,key,' +
			'count,id,platform,country,user_count,build_id,trace_id,screen_name,application_id,value,level,timestamp,function name';
		assert.deepEqual(
			names.split(',').filter((name) => isPersonalName(name)),
			[],
		);
	});

	it('classifies the names of all service fields correctly', () => {
		assert.deepEqual(
			serviceFields.filter(({ name, personal }) => isPersonalName(name) !== personal),
			[],
		);
	});
});
