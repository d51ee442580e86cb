# A certificate and its key come as credentials of systemd, from files that the daemon's user can't read.
secrets=/etc/widgetd-secrets
mkdir -m 700 "$secrets"
systemctl start widgetd.service
# The daemon's own certificate serves as the one of somebody else.
printf '[Push]\nPushListen=127.0.0.1:2197\n' | install -D -m 644 /dev/stdin /etc/widgetd/widgetd.conf.d/push.conf
systemctl restart widgetd.service
await 60 "the daemon has made a certificate" test -s /var/lib/widgetd/push-key.pem
install -m 600 /var/lib/widgetd/push-certificate.pem "$secrets/chain.pem"
install -m 600 /var/lib/widgetd/push-key.pem "$secrets/key.pem"
mkdir -p /etc/systemd/system/widgetd.service.d
printf '[Service]\nLoadCredential=widgetd.push-certificate:%s/chain.pem\nLoadCredential=widgetd.push-private-key:%s/key.pem\n' "$secrets" "$secrets" \
    > /etc/systemd/system/widgetd.service.d/credentials.conf
systemctl daemon-reload
systemctl restart widgetd.service || fail "the daemon doesn't start with credentials"
effective=$(ctl config show --effective) || fail "config show failed"
for key in push-certificate push-private-key; do
    grep -q "/run/credentials/widgetd.service/widgetd.$key *credential widgetd.$key" <<< "$effective" || fail "config show doesn't name the credential of $key: $effective"
done
journalctl --sync
! journalctl -u widgetd.service --output=cat MESSAGE_ID=8513a1e135604f86bb1e46355760ff9d | grep . || fail "the gateway doesn't open with the credentials"
open() { (exec 3<> /dev/tcp/127.0.0.1/2197) 2> /dev/null; }
await 60 "the gateway listens with the credential's certificate" open
# A key that is set goes before.
printf '[Push]\nPushCertificate=/var/lib/widgetd/push-certificate.pem\nPushPrivateKey=/var/lib/widgetd/push-key.pem\n' > /etc/widgetd/widgetd.conf.d/set.conf
systemctl restart widgetd.service || fail "the daemon doesn't start with keys and credentials"
ctl config show --effective | grep -q "PushPrivateKey */var/lib/widgetd/push-key.pem" || fail "a credential went before a key"
