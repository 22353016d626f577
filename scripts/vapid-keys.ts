import webPush from 'web-push'

/** Makes the pair of keys that signs notifications of the browser, without any network: two lines for the file of settings. */
const { publicKey, privateKey } = webPush.generateVAPIDKeys()
console.log(`VAPID_PUBLIC_KEY=${publicKey}\nVAPID_PRIVATE_KEY=${privateKey}`)
