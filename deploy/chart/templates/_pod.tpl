{{/* What selects the pods of a role. All templates here are called with (dict "root" $ "role" "web"). */}}
{{- define "greenside.selector" -}}
app.kubernetes.io/name: greenside
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end }}

{{- define "greenside.labels" -}}
{{ include "greenside.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{/* The settings that are not secret and not empty, name by name. */}}
{{- define "greenside.settings" -}}
{{- range $name, $value := .root.Values.settings }}
{{- if $value }}
{{ $name }}: {{ $value | quote }}
{{- end }}
{{- end }}
{{- end }}

{{/* The template of the pods of a role, which run one program of the image. */}}
{{- define "greenside.pod" -}}
{{- $values := .root.Values -}}
{{- $settings := include "greenside.settings" . | fromYaml -}}
{{- if not (or $values.settings.S3_BUCKET $values.files.existingClaim) }}
{{- fail "Uploaded files need a place: set settings.S3_BUCKET, or files.existingClaim." }}
{{- end -}}
metadata:
  labels:
    {{- include "greenside.labels" . | nindent 4 }}
  annotations:
    # New settings start new pods.
    checksum/settings: {{ toJson $settings | sha256sum }}
    {{- with $values.pod.annotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  # The process stops by itself within SHUTDOWN_SECONDS (25 unless set); it is killed only later.
  terminationGracePeriodSeconds: {{ add 15 (default "25" $values.settings.SHUTDOWN_SECONDS | int) }}
  automountServiceAccountToken: false
  enableServiceLinks: false
  {{- with $values.pod.serviceAccountName }}
  serviceAccountName: {{ . }}
  {{- end }}
  {{- with $values.image.pullSecrets }}
  imagePullSecrets:
    {{- range . }}
    - name: {{ . }}
    {{- end }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    runAsGroup: 1000
    fsGroup: 1000
    fsGroupChangePolicy: OnRootMismatch
    seccompProfile:
      type: RuntimeDefault
  {{- if eq .role "migrate" }}
  restartPolicy: Never
  {{- else }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "greenside.selector" . | nindent 10 }}
  {{- end }}
  {{- with $values.pod.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.pod.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: {{ .role }}
      image: {{ if $values.image.digest }}{{ $values.image.repository }}@{{ $values.image.digest }}{{ else }}{{ $values.image.repository }}:{{ $values.image.tag | default .root.Chart.AppVersion }}{{ end }}
      imagePullPolicy: {{ $values.image.pullPolicy }}
      command: ["node", "scripts/{{ eq .role "migrate" | ternary "migrate" "serve" }}.ts"]
      envFrom:
        {{- if ne .role "migrate" }}
        - configMapRef:
            name: {{ .root.Release.Name }}-settings
        {{- end }}
        - secretRef:
            name: {{ required "Name the Secret that has the database's address and the other secrets: secretName" $values.secretName }}
      env:
        {{- if eq .role "migrate" }}
        # Written here, because this runs before the release's ConfigMap exists.
        {{- range $name, $value := $settings }}
        - name: {{ $name }}
          value: {{ $value | quote }}
        {{- end }}
        {{- else }}
        - name: PROCESS_ROLE
          value: {{ .role }}
        {{- end }}
        # Where an operator runs commands: the advice that the doctor prints.
        - name: GREENSIDE_WORKLOAD
          value: --namespace {{ .root.Release.Namespace }} deploy/{{ .root.Release.Name }}-worker
      {{- if ne .role "migrate" }}
      ports:
        - name: http
          containerPort: 3000
      # A process that starts waits for the database and its migrations, then it listens.
      startupProbe:
        httpGet:
          path: /healthz
          port: http
        periodSeconds: 2
        timeoutSeconds: 5
        failureThreshold: 60
      livenessProbe:
        httpGet:
          path: /healthz
          port: http
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 3
      readinessProbe:
        httpGet:
          path: /readyz
          port: http
        periodSeconds: 5
        timeoutSeconds: 5
        failureThreshold: 2
      {{- end }}
      resources:
        {{- toYaml (get $values .role).resources | nindent 8 }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities:
          drop: ["ALL"]
      volumeMounts:
        - name: temporary
          mountPath: /tmp
        {{- if $values.files.existingClaim }}
        - name: files
          mountPath: /var/lib/greenside/files
        {{- end }}
        {{- with $values.pod.volumeMounts }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
  volumes:
    - name: temporary
      emptyDir: {}
    {{- with $values.files.existingClaim }}
    - name: files
      persistentVolumeClaim:
        claimName: {{ . }}
    {{- end }}
    {{- with $values.pod.volumes }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end }}
